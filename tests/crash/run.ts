// Pays while services are killed, and looks whether every promise that was made is kept:
//   npm run crash                                    500 payments, 20 kills of payments and bank in turn
//   npm run crash -- --payments 50 --kills 4 --targets sca,gateway
// Exits with 1 where anything was lost, done twice or left open.
import { parseArgs } from 'node:util';
import type { SystemService } from '@xs2a/test-system/start/run-system';
import { runCampaign } from './campaign.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '500' },
    kills: { type: 'string', default: '20' },
    targets: { type: 'string', default: 'payments,bank' },
    'at-once': { type: 'string', default: '6' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const report = await runCampaign({
  payments: Number(values.payments),
  kills: Number(values.kills),
  targets: values.targets.split(',') as SystemService[],
  atOnce: Number(values['at-once']),
  say,
});
const { acknowledged, kills, byStatus, recoveryMs, wronglyPosted, wrongBalances, unbalanced, findings } = report;
say(`${acknowledged} payments acknowledged, ${kills} kills, back after ${Math.max(0, ...recoveryMs)} ms at the most`);
say(`ended as ${JSON.stringify(byStatus)}`);
say(`lost or not posted exactly once: ${wronglyPosted.length}; balances wrong: ${wrongBalances.length}`);
say(`currencies out of balance: ${unbalanced.length}; histories altered: ${findings}`);
const ended = (byStatus['ACSC'] ?? 0) + (byStatus['RJCT'] ?? 0);
const isKept = wronglyPosted.length + wrongBalances.length + unbalanced.length + findings === 0;
process.exitCode = isKept && ended === acknowledged && acknowledged === Number(values.payments) ? 0 : 1;
