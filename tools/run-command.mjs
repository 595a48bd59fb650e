// Plain JavaScript without dependencies: runs before anything is installed, on Node 18 and newer.
import { spawn } from 'node:child_process';

/** Runs a command to its end and gives its exit code and output; a command that is not there has code 127. */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}
