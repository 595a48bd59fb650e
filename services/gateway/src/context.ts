import type { BlockList } from 'node:net';
import { limitsOf, obstaclesIn, permittedHosts } from '@xs2a/contracts';
import type { Kit } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { Blocklist } from './blocklist/blocklist.ts';
import { CertificateValidator } from './certificates/certificate-validator.ts';
import { OcspStatus } from './certificates/ocsp-status.ts';
import { RevocationLists } from './certificates/revocation-lists.ts';
import { TppRegister } from './certificates/tpp-register.ts';
import { TrustFiles } from './certificates/trust-files.ts';
import { readProxies } from './certificates/trusted-proxies.ts';
import { type GatewayConfig, gatewayUrl } from './config.ts';
import type { GatewayExtension } from './extension.ts';
import { Callers } from './limits/callers.ts';
import { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import { FairShare } from './limits/fair-share.ts';
import { RequestRate } from './limits/request-rate.ts';
import { Links } from './links/links.ts';
import { BLOCKED_TPPS, type BlockedTpp } from './model/blocked-tpp.ts';
import { SIGNED_REQUESTS, type SignedRequest } from './model/signed-request.ts';
import { PasswordKeys } from './password-keys/password-keys.ts';
import { StatisticsRecorder } from './statistics/statistics-recorder.ts';
import { type StatisticsStore, statisticsStore } from './statistics/statistics-store.ts';
import { AccessTokens } from './tokens/access-tokens.ts';
import { METADATA_ADDRESS } from './tokens/oauth-addresses.ts';
import { RevokedGrants } from './tokens/revoked-grants.ts';

/** Dependencies of checks, controllers and use cases of the gateway. */
export interface GatewayContext
  extends Pick<Kit<GatewayConfig>, 'config' | 'profile' | 'log' | 'metrics' | 'tracing' | 'bus' | 'now' | 'listeners'> {
  readonly blockedTpps: Collection<BlockedTpp>;
  readonly blocklist: Blocklist;
  readonly signedRequests: Collection<SignedRequest>;
  readonly callers: Callers;
  readonly fairShare: FairShare;
  readonly requestRate: RequestRate;
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly trustFiles: TrustFiles;
  readonly certificates: CertificateValidator;
  readonly tppRegister: TppRegister;
  /** Proxies whose `x-forwarded-client-cert` is trusted. */
  readonly trustedProxies: BlockList;
  readonly isSandbox: boolean;
  /** Whether TPPs may name themselves in `X-Sandbox-TPP`. */
  readonly sandboxIdentity: boolean;
  readonly extension?: GatewayExtension | undefined;
  /** Notification receivers that a sandbox operator permits by name. */
  readonly permittedHosts: ReadonlySet<string>;
  readonly passwordKeys: PasswordKeys;
  readonly accessTokens: AccessTokens;
  readonly revokedGrants: RevokedGrants;
  /** Address of the authorisation server's metadata, for TPPs. */
  readonly oauthMetadataUrl: string;
  readonly links: Links;
  readonly statistics: StatisticsRecorder;
  readonly statisticsStore: StatisticsStore;
}

export async function createContext(kit: Kit<GatewayConfig>, extension?: GatewayExtension): Promise<GatewayContext> {
  const { config, profile, log, metrics, tracing, bus, now, listeners } = kit;
  const blocklist = new Blocklist(kit);
  const trustFiles = await TrustFiles.open(config, log, now);
  const tppRegister = await TppRegister.open(config, kit);
  const revocationLists = new RevocationLists(config.TPP_CRL, now, log);
  const ocsp = new OcspStatus(config.TPP_OCSP, now, log);
  const passwordKeys = new PasswordKeys(bus);
  const trustedProxies = readProxies(config.TRUSTED_PROXIES);
  const oauthMetadataUrl = profile.oauth.server?.metadataUrl ?? gatewayUrl(config) + METADATA_ADDRESS;
  return {
    config,
    profile,
    log,
    metrics,
    tracing,
    bus,
    now,
    listeners,
    blockedTpps: kit.collection(BLOCKED_TPPS),
    blocklist,
    signedRequests: kit.collection(SIGNED_REQUESTS),
    callers: new Callers(trustedProxies, extension?.withoutCertificate?.callerOf),
    fairShare: new FairShare((caller) => limitsOf(profile, caller).fairRequestsPerSecond),
    requestRate: new RequestRate(kit),
    concurrencyLimit: new ConcurrencyLimit(config.REQUESTS_AT_ONCE_MAX, metrics),
    trustFiles,
    certificates: new CertificateValidator({ files: trustFiles, blocklist, revocationLists, ocsp, now }),
    tppRegister,
    trustedProxies,
    isSandbox: config.SANDBOX === 'true',
    sandboxIdentity: extension?.withoutCertificate !== undefined,
    extension,
    permittedHosts: permittedHosts(config),
    passwordKeys,
    accessTokens: new AccessTokens({ bus, now, profile, issuer: gatewayUrl(config) }),
    revokedGrants: new RevokedGrants(bus),
    oauthMetadataUrl,
    links: new Links(config.PORTAL_URL, passwordKeys, profile.oauth.integrated ? oauthMetadataUrl : undefined),
    statistics: new StatisticsRecorder(kit),
    statisticsStore: statisticsStore(kit.database.db),
  };
}

/** Starts the parts that must be ready before the first request. */
export async function startContext({
  blocklist,
  passwordKeys,
  statistics,
  profile,
  log,
}: GatewayContext): Promise<void> {
  for (const { setting, text, source } of obstaclesIn(profile))
    log.warn({ event: 'settingMayBeObstacle' }, `${setting}: ${text} (${source})`);
  statistics.start();
  await Promise.all([blocklist.start(), passwordKeys.refresh()]);
}

/** Stops these parts after the last request. */
export async function stopContext({ blocklist, trustFiles, tppRegister, statistics }: GatewayContext): Promise<void> {
  trustFiles.stop();
  tppRegister.stop();
  await Promise.all([blocklist.stop(), statistics.stop()]);
}
