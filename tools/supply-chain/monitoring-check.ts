// Checks the alerts of deploy/monitoring with Prometheus' own promtool, and runs their tests:
//   npm run verify -- monitoring
// promtool is the program that PROMTOOL names, or the one on the path, or is built with Go at a fixed version, which takes some minutes.
// Exits with 0; 1 if something is wrong; 2 if there is no promtool.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../command/read-arguments.ts';

const VERSION = 'v0.314.0';
const MODULE = 'github.com/prometheus/prometheus';
const ROOT = join(import.meta.dirname, '..', '..');

function runs(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The go.mod of Prometheus excludes versions, so `go install` refuses it: a separate module builds it. */
function buildPromtool(): string {
  const folder = join(ROOT, '.local', 'promtool', VERSION);
  const program = join(folder, 'promtool');
  if (existsSync(program)) return program;
  process.stderr.write(`Building promtool ${VERSION} …\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), 'module promtool\n\ngo 1.25\n');
  const go = (...args: string[]): void => void execFileSync('go', args, { cwd: folder, stdio: 'inherit' });
  go('get', `${MODULE}/cmd/promtool@${VERSION}`);
  go('build', '-trimpath', '-ldflags=-s -w', '-o', program, `${MODULE}/cmd/promtool`);
  return program;
}

function findPromtool(): string {
  const named = process.env['PROMTOOL'];
  if (named !== undefined) {
    if (runs(named)) return named;
    throw new Error(`PROMTOOL is ${named}, which does not run`);
  }
  if (runs('promtool')) return 'promtool';
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) {
    throw new Error('There is no promtool: install Prometheus, or Go, or set PROMTOOL');
  }
  return buildPromtool();
}

readArguments(import.meta.filename, { options: {} });
try {
  const promtool = findPromtool();
  const cwd = join(ROOT, 'deploy', 'monitoring');
  for (const args of [
    ['check', 'rules', 'alerts.yaml', 'objectives.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    if (spawnSync(promtool, args, { cwd, stdio: 'inherit' }).status !== 0) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
