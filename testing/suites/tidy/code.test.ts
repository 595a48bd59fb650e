import { dirname } from 'node:path';
import { REFUSALS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { packageOf } from '../../../tools/check/import-graph.ts';
import { files, findings, serviceSources, sources, text, texts, typescript } from './sources.ts';

// Each rule lists its violations, as file:line.
const FILE_LINES_MAX = 250;
const FUNCTION_LINES_MAX = 70;
const FOLDER_FILES_MAX = 22;
const SELF = 'testing/suites/tidy/code.test.ts';

describe('every file', () => {
  it(`of sources and tools has at most ${FILE_LINES_MAX} lines`, () => {
    const long = [...sources, ...typescript.filter((path) => path.startsWith('tools/'))].flatMap((path) => {
      const lines = text(path).split('\n').length - 1;
      return lines > FILE_LINES_MAX && !path.includes('/generated/') ? [`${path} ${lines}`] : [];
    });
    expect(long).toEqual([]);
  });

  it(`has at most ${FOLDER_FILES_MAX - 1} other code files beside it in its folder`, () => {
    const folders = Map.groupBy(typescript, (path) => dirname(path));
    const wide = [...folders].filter(([, paths]) => paths.length > FOLDER_FILES_MAX);
    expect(wide.map(([folder, paths]) => `${folder} ${paths.length}`)).toEqual([]);
  });

  it('is in a folder named after a subject', () => {
    expect(files.filter((path) => /(^|\/)(utils?|helpers?|common|shared|misc|lib)\//.test(path))).toEqual([]);
  });

  it('contains no path of a developer machine and no host of a package registry', () => {
    // Concatenated here, so that this file passes its own test.
    const places = ['work', 'root', 'home'].map((name) => `(?<![\\w.:/-])/${name}/`);
    const registries = ['registry.npmjs', 'pypi', 'files.pythonhosted', 'proxy.golang', 'crates', 'deb.debian'];
    const hosts = registries.map((host) => host.replace('.', '\\.') + '\\.(?:org|io)\\b');
    const others = texts.filter((path) => path !== SELF);
    expect(findings(others, new RegExp([...places, ...hosts].join('|')))).toEqual([]);
  });
});

describe('the code', () => {
  it(`has no function of more than ${FUNCTION_LINES_MAX} lines`, () => {
    const head = /^( *)(?:(?:export |override |static |private )*(?:async )?(?:function\b|#?\w+\().*\{|.*=> \{)$/;
    const long = sources.flatMap((path) => {
      const lines = text(path).split('\n');
      return lines.flatMap((line, start) => {
        const indent = head.exec(line)?.[1];
        if (indent === undefined) return [];
        const end = lines.findIndex((later, at) => at > start && later.startsWith(`${indent}}`));
        return end - start > FUNCTION_LINES_MAX ? [`${path}:${start + 1} ${end - start} lines`] : [];
      });
    });
    expect(long).toEqual([]);
  });

  it('suppresses no compiler or linter rule and has no TODO', () => {
    const checked = typescript.filter((path) => path !== SELF);
    expect(
      findings(checked, /\bas any\b|: any\b|<any>|@ts-(?:ignore|nocheck|expect-error)|\bTODO\b|\bFIXME\b/),
    ).toEqual([]);
    expect(findings(checked, /(?:oxlint|eslint|biome)-(?:disable|ignore)/)).toEqual([]);
  });

  it('skips no test and runs none exclusively', () => {
    const tests = typescript.filter((path) => path.endsWith('.test.ts') && path !== SELF);
    expect(findings(tests, /\b(?:it|test|describe)\.(?:only|skip|todo|fails)\b|\b[xf](?:it|describe)\(/)).toEqual([]);
  });

  it('changes a status only through advance()', () => {
    const writers = sources.filter((path) => !/^packages\/service-kit\/src\/(.+\/)?advance\.ts$/.test(path));
    const status = '(?:consentStatus|transactionStatus|scaStatus)';
    expect(findings(writers, new RegExp(`\\$set: \\{[^{}]*\\b${status}\\b`))).toEqual([]);
    expect(findings(writers, new RegExp(`\\bset: \\{[^{}]*\\b${status}:`))).toEqual([]);
  });
});

it('documents no error case that it never raises', () => {
  // The table, its pages and external test programs mention cases without raising them.
  const about =
    /^packages\/(?:contracts\/src\/interface\/refus|developer-pages\/)|^testing\/(?:conformance|connector-check)\//;
  const raising = sources.filter((path) => !about.test(path)).map(text);
  const known = Object.keys(REFUSALS).filter((name) => raising.some((code) => code.includes(`'${name}'`)));
  expect(Object.keys(REFUSALS).filter((name) => !known.includes(name))).toEqual([]);
});

describe('a service', () => {
  it('publishes no message directly: it asks, or writes to its outbox, so that nothing is lost', () => {
    expect(findings(serviceSources, /\.publish\(|from '@nats-io\//)).toEqual([]);
  });

  it('declares every collection that it stores, so that it gets its indexes and its validator', () => {
    const undeclared = serviceSources.flatMap((path) => {
      const declared = text(`${packageOf(path)}/src/service.ts`);
      const names = Array.from(
        text(path).matchAll(/^export const (\w+) = storedCollection\(/gm),
        ([, name = '']) => name,
      );
      return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(declared)).map((name) => `${path} ${name}`);
    });
    expect(undeclared).toEqual([]);
  });

  it('other than the gateway neither writes nor builds an address of the interface', () => {
    const others = serviceSources.filter((path) => !/^(?:services|sandbox)\/gateway\//.test(path));
    expect(findings(others, /\bENDPOINTS\b|\bhref\(|\broutesOf\(|\bEndpointKey\b|['"`]\/v[12]\//)).toEqual([]);
  });

  it('takes addresses of the interface from its table, including the gateway', () => {
    const gateway = serviceSources.filter((path) => path.startsWith('services/gateway/'));
    expect(findings(gateway, /['"`]\/v[12]\/[a-z{]/)).toEqual([]);
  });
});
