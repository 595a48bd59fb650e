import { PsuWish, WorkspaceSimulation, WorkspaceWish } from '@xs2a/contracts';
import type { Request } from 'express';
import { readWish } from './answer-developer.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (request: Request): Fields => (request.body ?? {}) as Fields;

/** An empty field is no wish. */
function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function numberOf(fields: Fields, name: string): number | undefined {
  const text = textOf(fields, name);
  return text === undefined ? undefined : Number(text);
}

/** The fields of the page, as a program would send them. */
export function readWorkspaceForm(request: Request): WorkspaceWish {
  const fields = fieldsOf(request);
  return readWish(WorkspaceWish, {
    name: textOf(fields, 'name'),
    roles: [fields['roles'] ?? []].flat(),
    psus: [psuOf(fields)],
  });
}

export function readPsuForm(request: Request): PsuWish {
  return readWish(PsuWish, psuOf(fieldsOf(request)));
}

function psuOf(fields: Fields): object {
  const kind = textOf(fields, 'kind');
  const account = {
    kind,
    currency: textOf(fields, 'currency'),
    balance: textOf(fields, 'balance'),
    months: numberOf(fields, 'months'),
    ...(kind === 'current' && { salary: textOf(fields, 'salary'), rent: textOf(fields, 'rent') }),
  };
  return { name: textOf(fields, 'psuName'), signers: numberOf(fields, 'signers'), accounts: [account] };
}

/** A button names what happens, `device.silent` also the state. `currencyOf` says in what an account is kept. */
export function readSimulationForm(
  request: Request,
  currencyOf: (iban: string) => string | undefined,
): WorkspaceSimulation {
  const fields = fieldsOf(request);
  const [what, state] = (textOf(fields, 'what') ?? '').split('.');
  const iban = textOf(fields, 'iban')?.replaceAll(' ', '');
  const credit = { iban, amount: textOf(fields, 'amount'), currency: currencyOf(iban ?? '') };
  return readWish(WorkspaceSimulation, {
    what,
    ...(what === 'paymentStatus' ? statusOf(fields, state) : state !== undefined && { state }),
    ...(state === 'away' && { minutes: numberOf(fields, 'minutes') }),
    ...(what === 'fundsArrive' && credit),
    ...(what === 'daysPass' && { days: numberOf(fields, 'days') }),
  });
}

/** A reason belongs to a rejection alone. */
function statusOf(fields: Fields, transactionStatus: string | undefined): object {
  const paymentId = textOf(fields, 'paymentId');
  const reasonCode = transactionStatus === 'RJCT' ? textOf(fields, 'reasonCode')?.toUpperCase() : undefined;
  return { transactionStatus, ...(paymentId && { paymentId }), ...(reasonCode && { reasonCode }) };
}
