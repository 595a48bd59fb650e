import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AspspProfile } from '@xs2a/contracts';
import { type PageStyle, PICTURE_POLICY } from '@xs2a/page-style';
import type { Clock } from '@xs2a/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import { languageOf } from '../request/accept-language.ts';
import { toCsv } from './csv.ts';
import { type PublishedQuarter, readFigures } from './read-figures.ts';
import { renderStatistics } from './render-statistics.ts';
import type { StatisticsStore } from './statistics-store.ts';
import { STATISTICS_WORDS, type StatisticsLanguage } from './statistics-words.ts';

const ADDRESS = '/statistics';
const CSV_ADDRESS = '/statistics.csv';
/** The page is public and reading costs database time, so each quarter is read once in this time. */
const KEPT_MS = 60_000;
const CACHED_SECONDS = 60;
const ASSETS_CACHED_SECONDS = 3_600;
/** Upper bound on cached quarters: more than the service can have. */
const QUARTERS_MAX = 100;
const CONTENT_SECURITY_POLICY =
  "default-src 'none';style-src 'self';img-src 'self' data:;font-src 'self';form-action 'none';frame-ancestors 'none';base-uri 'none'";

interface Serving {
  readonly store: StatisticsStore;
  readonly profile: Pick<AspspProfile, 'languages' | 'timeZone'>;
  readonly style: PageStyle;
  readonly now: Clock;
}

/** Serves the page and file of the statistics publicly (RTS Article 32(4); EBA/GL/2018/07, 3). */
export function serveStatistics(serving: Serving): RequestHandler {
  const assets = new Map([
    [`${ADDRESS}/statistics.css`, { type: 'text/css', content: readStyle() }],
    ...Array.from(serving.style.files, ([name, file]) => [`${ADDRESS}/${name}`, file] as const),
  ]);
  const read = cachedFigures(serving);
  return (request, response, next) => {
    const { path, method } = request;
    const asset = assets.get(path);
    if (asset === undefined && path !== ADDRESS && path !== CSV_ADDRESS) return next();
    response.set({
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    });
    if (method !== 'GET' && method !== 'HEAD') return void response.status(405).set('Allow', 'GET, HEAD').end();
    if (asset !== undefined) {
      response.set('Cache-Control', `public, max-age=${ASSETS_CACHED_SECONDS}`);
      if (asset.type.startsWith('image/')) response.set('Content-Security-Policy', PICTURE_POLICY);
      return void response.type(asset.type).send(asset.content);
    }
    const language = languageFor(request, serving.profile);
    void read(textOf(request.query['quarter'])).then(
      (published) => answer(published, { request, response, language, serving }),
      () => response.status(503).set('Retry-After', '5').type('text').send(STATISTICS_WORDS[language].away),
    );
  };
}

interface Asked {
  readonly serving: Serving;
  readonly request: Request;
  readonly response: Response;
  readonly language: StatisticsLanguage;
}

function answer(published: PublishedQuarter | undefined, { request, response, language, serving }: Asked): void {
  if (published === undefined) return void response.status(404).end();
  response.set('Cache-Control', `public, max-age=${CACHED_SECONDS}`).vary('Accept-Language');
  if (request.path === ADDRESS) {
    return void response.type('html').send(renderStatistics(published, language, { ...serving, folder: ADDRESS }));
  }
  response.set('Access-Control-Allow-Origin', '*').attachment(`statistics-${published.quarter}.csv`);
  response.type('csv').send(toCsv(published.figures));
}

/** Caches the figures for KEPT_MS, also while the database is unavailable. Concurrent requests share one read. */
function cachedFigures({ store, profile, now }: Serving) {
  const kept = new Map<string, { at: number; published: Promise<PublishedQuarter | undefined> }>();
  return async (quarter: string | undefined): Promise<PublishedQuarter | undefined> => {
    const key = quarter ?? '';
    const last = kept.get(key);
    if (last !== undefined && performance.now() - last.at < KEPT_MS) return last.published;
    const published = readFigures(store, { now: now(), timeZone: profile.timeZone }, quarter);
    const entry = { at: performance.now(), published };
    if (kept.size >= QUARTERS_MAX) kept.clear();
    kept.set(key, entry);
    try {
      const read = await published;
      if (read === undefined) kept.delete(key);
      return read;
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key);
      if (last === undefined) throw error;
      kept.set(key, last);
      return last.published;
    }
  };
}

function languageFor(request: Request, { languages }: Serving['profile']): StatisticsLanguage {
  const asked = textOf(request.query['lang']);
  const wanted = asked === 'hr' || asked === 'en' ? asked : languageOf(request, 'accept-language');
  return languages.find((language) => language === wanted) ?? languages[0] ?? 'hr';
}

/** Express returns an array if a parameter is repeated. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readStyle(): Buffer {
  return readFileSync(fileURLToPath(new URL('../../pages/statistics.css', import.meta.url)));
}
