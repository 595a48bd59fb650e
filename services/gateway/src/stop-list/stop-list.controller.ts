import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { blockTpp, listBlockedTpps, type ReplyOf, type RequestOf, unblockTpp } from '@xs2a/contracts';
import { BUS, type Bus, CLOCK, type Clock, InjectCollection, Serves } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { releaseTpp, type StopRoom, stopTpp } from './decide-stop.ts';
import { STOPPED_TPPS, type StoppedTpp } from './stopped-tpp.ts';

/** Whom the bank stops, by operations of the bus: no TPP reaches them. */
@Controller()
export class StopListController {
  readonly #room: StopRoom;

  constructor(
    @InjectCollection(STOPPED_TPPS) stopped: Collection<StoppedTpp>,
    @Inject(BUS) bus: Bus,
    @Inject(CLOCK) now: Clock,
  ) {
    this.#room = { stopped, bus, now };
  }

  @Serves(blockTpp)
  blockTpp(@Payload() request: RequestOf<typeof blockTpp>) {
    return stopTpp(this.#room, request);
  }

  @Serves(unblockTpp)
  unblockTpp(@Payload() request: RequestOf<typeof unblockTpp>) {
    return releaseTpp(this.#room, request);
  }

  @Serves(listBlockedTpps)
  async listBlockedTpps(): Promise<ReplyOf<typeof listBlockedTpps>> {
    const { stopped, now } = this.#room;
    const counting = { status: 'blocked' as const, $or: [{ until: null }, { until: { $gt: now() } }] };
    const found = await stopped.find(counting).sort({ _id: 1 }).toArray();
    const tpps = found.map(({ _id, until, history }) => {
      const last = history.at(-1);
      return {
        tppId: _id,
        reason: last?.reason ?? '',
        by: last?.by ?? '',
        since: (last?.at ?? now()).toISOString(),
        ...(until !== null && { until: until.toISOString() }),
      };
    });
    return { tpps };
  }
}
