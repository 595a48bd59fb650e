import { expect, it } from 'vitest';
import { runCampaign } from './campaign.ts';

it('payments under way while payments, bank and sca are killed end once, and the ledger stays balanced', async () => {
  const report = await runCampaign({
    payments: 40,
    kills: 6,
    targets: ['payments', 'bank', 'sca'],
    atOnce: 4,
    say: () => undefined,
  });
  expect(report).toMatchObject({ acknowledged: 40, byStatus: { ACSC: 40 } });
  expect(report).toMatchObject({ wronglyPosted: [], wrongBalances: [], unbalanced: [], findings: 0 });
});
