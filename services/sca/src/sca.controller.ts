import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { RequestOf } from '@xs2a/contracts';
import * as operations from '@xs2a/contracts';
import { JOBS, type Jobs, Serves } from '@xs2a/service-kit';
import { abandonAuthorisations } from './authorisation/abandon-authorisations.ts';
import { expireAuthorisations } from './authorisation/expire-authorisations.ts';
import { knownAuthorisations } from './authorisation/known-authorisations.ts';
import { readScaStatus } from './authorisation/read-sca-status.ts';
import { reportChallenge } from './challenges/report-challenge.ts';
import type { ScaRoom } from './context.ts';
import { updatePsuData } from './psu-data/update-psu-data.ts';
import { authenticatePsu } from './redirect/authenticate-psu.ts';
import { authoriseTransaction } from './redirect/authorise-transaction.ts';
import { continueAuthorisation } from './redirect/continue-authorisation.ts';
import { declineAuthorisation } from './redirect/decline-authorisation.ts';
import { openRedirect, readSession, readWayBack } from './redirect/read-page.ts';
import { selectMethod } from './redirect/select-method.ts';
import { ROOM } from './room.provider.ts';
import { startAuthorisation } from './start/start-authorisation.ts';

const EXPIRE_EVERY_MS = 60_000;

@Controller()
export class ScaController implements OnApplicationBootstrap {
  readonly #room: ScaRoom;
  readonly #jobs: Jobs;

  constructor(@Inject(ROOM) room: ScaRoom, @Inject(JOBS) jobs: Jobs) {
    this.#room = room;
    this.#jobs = jobs;
  }

  onApplicationBootstrap(): void {
    this.#jobs.every(
      'expireAuthorisations',
      EXPIRE_EVERY_MS,
      async () => void (await expireAuthorisations(this.#room)),
    );
  }

  @Serves(operations.startAuthorisation)
  startAuthorisation(request: RequestOf<typeof operations.startAuthorisation>) {
    return startAuthorisation(this.#room, request);
  }

  @Serves(operations.updatePsuData)
  updatePsuData(request: RequestOf<typeof operations.updatePsuData>) {
    return updatePsuData(this.#room, request);
  }

  @Serves(operations.reportChallenge)
  reportChallenge(request: RequestOf<typeof operations.reportChallenge>) {
    return reportChallenge(this.#room, request);
  }

  @Serves(operations.knownAuthorisations)
  knownAuthorisations(request: RequestOf<typeof operations.knownAuthorisations>) {
    return knownAuthorisations(this.#room, request);
  }

  @Serves(operations.readPasswordKeys)
  readPasswordKeys() {
    return this.#room.passwordKeys.published();
  }

  @Serves(operations.readScaStatus)
  readScaStatus(request: RequestOf<typeof operations.readScaStatus>) {
    return readScaStatus(this.#room, request);
  }

  @Serves(operations.abandonAuthorisations)
  abandonAuthorisations(request: RequestOf<typeof operations.abandonAuthorisations>) {
    return abandonAuthorisations(this.#room, request);
  }

  @Serves(operations.openRedirect)
  openRedirect({ redirectReference }: RequestOf<typeof operations.openRedirect>) {
    return openRedirect(this.#room, redirectReference);
  }

  @Serves(operations.readWayBack)
  readWayBack({ redirectReference }: RequestOf<typeof operations.readWayBack>) {
    return readWayBack(this.#room, redirectReference);
  }

  @Serves(operations.continueAuthorisation)
  continueAuthorisation(request: RequestOf<typeof operations.continueAuthorisation>) {
    return continueAuthorisation(this.#room, request);
  }

  @Serves(operations.readSession)
  readSession({ session }: RequestOf<typeof operations.readSession>) {
    return readSession(this.#room, session);
  }

  @Serves(operations.authenticatePsu)
  authenticatePsu(request: RequestOf<typeof operations.authenticatePsu>) {
    return authenticatePsu(this.#room, request);
  }

  @Serves(operations.selectMethod)
  selectMethod(request: RequestOf<typeof operations.selectMethod>) {
    return selectMethod(this.#room, request);
  }

  @Serves(operations.authoriseTransaction)
  authoriseTransaction(request: RequestOf<typeof operations.authoriseTransaction>) {
    return authoriseTransaction(this.#room, request);
  }

  @Serves(operations.declineAuthorisation)
  declineAuthorisation(request: RequestOf<typeof operations.declineAuthorisation>) {
    return declineAuthorisation(this.#room, request);
  }
}
