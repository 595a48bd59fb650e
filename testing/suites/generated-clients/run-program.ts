import { execFile } from 'node:child_process';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Exit code and output of a program; code 127 if it does not exist. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

export function runProgram(program: string, args: readonly string[], cwd?: string): Promise<Ended> {
  return new Promise((resolve) => {
    // A machine with an older Go fetches the version in go.mod.
    const options = { cwd, maxBuffer: OUTPUT_BYTES_MAX, env: { ...process.env, GOTOOLCHAIN: 'auto', GOFLAGS: '' } };
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const isMissing = (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
      resolve({ code: isMissing ? 127 : (child.exitCode ?? 1), output: `${stdout}${stderr}` });
    });
  });
}

/** Returns the programs that the check needs and this machine lacks, one line for each. */
export async function missingPrograms(): Promise<string[]> {
  const [java, javac, python, go] = await Promise.all([
    runProgram('java', ['-version']),
    runProgram('javac', ['-version']),
    runProgram('python3', ['--version']),
    runProgram('go', ['version']),
  ]);
  const isOld = (text: string, pattern: RegExp, least: number): boolean => Number(pattern.exec(text)?.[1] ?? 0) < least;
  return [
    ...(java.code !== 0 || isOld(java.output, /version "(\d+)/, 11) ? ['java 11 or newer is needed'] : []),
    ...(javac.code !== 0 ? ['javac is needed: a JDK, not only a Java runtime'] : []),
    ...(python.code !== 0 || isOld(python.output, /Python 3\.(\d+)/, 10) ? ['python3 3.10 or newer is needed'] : []),
    ...(go.code === 127 ? ['go 1.21 or newer is needed'] : []),
  ];
}
