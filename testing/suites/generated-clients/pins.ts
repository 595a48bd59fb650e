/** An artefact of Maven Central. */
export interface Jar {
  readonly path: string;
  readonly sha256: string;
}

/** Generator of clients for an OpenAPI document (Apache-2.0). */
export const GENERATOR: Jar = {
  path: 'org/openapitools/openapi-generator-cli/7.23.0/openapi-generator-cli-7.23.0.jar',
  sha256: 'cb087e40001e31eb08ef6140dd5de10938dbeb89016a1fe0481eaa25cd569026',
};

/** An older version that is in use. */
export const OLDER_GENERATOR: Jar = {
  path: 'org/openapitools/openapi-generator-cli/7.16.0/openapi-generator-cli-7.16.0.jar',
  sha256: '6999b18cece5b58f5d5b246fef5a43bdf61239491c4f0ed6513214e0f6e8464b',
};

/** Imports of the models in its Java clients. */
export const JAVA_LIBRARIES: readonly Jar[] = [
  {
    path: 'com/google/code/gson/gson/2.10.1/gson-2.10.1.jar',
    sha256: '4241c14a7727c34feea6507ec801318a3d4a90f070e4525681079fb94ee4c593',
  },
  {
    path: 'io/gsonfire/gson-fire/1.9.0/gson-fire-1.9.0.jar',
    sha256: '73f56642ef43381efda085befb1e6cb51ce906af426d8db19632d396a5bb7a91',
  },
  {
    path: 'com/squareup/okio/okio-jvm/3.6.0/okio-jvm-3.6.0.jar',
    sha256: '67543f0736fc422ae927ed0e504b98bc5e269fda0d3500579337cb713da28412',
  },
  {
    path: 'org/jetbrains/kotlin/kotlin-stdlib/1.9.10/kotlin-stdlib-1.9.10.jar',
    sha256: '55e989c512b80907799f854309f3bc7782c5b3d13932442d0379d5c472711504',
  },
  {
    path: 'com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar',
    sha256: '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
  },
  {
    path: 'jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar',
    sha256: '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
  },
];
