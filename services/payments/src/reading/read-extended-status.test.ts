import { forAllTests, hrefOf, pain001, profileFile, type TppAnswer } from '@xs2a/test-kit';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { Bulk, transfersOf } from '@xs2a/test-system/tpp/bulk-messages';
import { describe, expect, it } from 'vitest';

const PROFILE = profileFile({ preset: 'hr-full', edition: '1.3.16' });
const services = forAllTests(() => startServicesOf(PROFILE, 'payments', 'sca', 'bank', 'gateway', 'accounts'));
const bulk = forAllTests(() => new Bulk(services));

describe('the extended status of a bulk payment', () => {
  const read = (created: TppAnswer) => bulk.tpp.get(`${hrefOf(created, 'self')}/extended-status`);

  it('names each transfer that the bank did not execute, with its reason, and no other', async () => {
    const blocks = [{ debtorIban: IBAN.empty, transfers: transfersOf('1.00', '3.00', '2.00') }];
    const { status, body } = await read(await bulk.executed(blocks, 'psu-empty', 'PART'));
    expect([status, body]).toEqual([
      200,
      {
        groupStatus: 'PART',
        originalTransactionInformationAndStatus: [
          {
            originalInstructionId: 'I-2',
            originalEndToEndId: 'E-2',
            transactionStatus: 'RJCT',
            statusReasonInformationCode: 'AM04',
            statusReasonAdditionalInformation: 'The account has insufficient funds.',
          },
        ],
      },
    ]);
  });

  it('has the reason of a rejected whole', async () => {
    const blocks = [{ debtorIban: IBAN.empty, transfers: transfersOf('100.00', '200.00') }];
    const { body } = await read(await bulk.executed(blocks, 'psu-empty', 'RJCT'));
    expect(body).toMatchObject({ groupStatus: 'RJCT', reasonCode: 'AM04' });
  });

  it('of a cancelled one has the status of a group, and a reason outside the list in its own field', async () => {
    const blocks = [{ debtorIban: IBAN.savings, transfers: transfersOf('1.00') }];
    const created = await bulk.post(pain001({ blocks }));
    await bulk.tpp.delete(hrefOf(created, 'self'));
    expect((await read(created)).body).toEqual({ groupStatus: 'RJCT', reasonPropietary: 'DS02' });
  });
});
