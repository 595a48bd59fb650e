// Plain JavaScript without dependencies: runs before anything is installed, on Node 18 and newer.
import { spawn } from 'node:child_process';

/** Runs a command and returns its exit code and output; code 127 if there is no such command. */
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
