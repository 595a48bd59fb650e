import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { Xs2aError } from '@xs2a/contracts';
import { expect, it } from 'vitest';
import { PendingReply } from './answering.ts';
import { HEADER } from './bus-message.ts';
import { WriteBatch } from './turn.ts';

it('an error that cannot be sealed is replaced by an unsealed one without details of the request', async () => {
  const sent: { payload: unknown; situation: string | undefined }[] = [];
  const respond = (payload: unknown, { headers: with_ = headers() }: { headers?: MsgHdrs }): boolean => {
    sent.push({ payload, situation: with_.get(HEADER.error) });
    return true;
  };
  const unsent: unknown[] = [];
  const turn = new WriteBatch();
  const sender = { replica: 'one', isBusy: () => false, turn, unsent: (error: unknown) => void unsent.push(error) };
  const answering = new PendingReply({ respond } as unknown as Msg, sender, true);
  const noKey = new Error('no key');
  await answering.refuseSealed(new Xs2aError('psuCredentialsInvalid'), () => Promise.reject(noKey));
  turn.end();
  expect(sent).toEqual([{ payload: expect.not.stringContaining('psuCredentials'), situation: 'serviceUnavailable' }]);
  expect(unsent).toEqual([noKey]);
});
