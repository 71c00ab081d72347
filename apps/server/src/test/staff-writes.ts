import { createOwner, createSignedInPlayer } from './account-journeys.ts';
import type { formPayload } from './forms.ts';
import type { Shop } from './shop-journeys.ts';

/** A request by a staff member that succeeds with the right. */
export type StaffWrite = {
  /** The id in the path. */
  id?: number;
  /** Other parameters of the path. */
  params?: Record<string, string>;
  body?: object;
  form?: Parameters<typeof formPayload>[0];
  /** The account that the write concerns. */
  accountId?: number;
};

type Prepare<Write = StaffWrite> = (shop: Shop) => Promise<Write>;

/** The account's rank counts too. */
type OfAccount = Prepare<StaffWrite & { accountId: number }>;

/** An endpoint by which staff write: its name in the contract, an action, and how to prepare it. */
export type StaffWriteCase = { name: string; action: string } & (
  | { isOfAccount: true; givesValue: boolean; prepare: OfAccount }
  | { isOfAccount: false; prepare: Prepare }
);

/** @param of.givesValue whether the account gains by it, so that only owners may do it to their own */
export function onAccount(
  name: string,
  action: string,
  of: { givesValue: boolean; prepare: OfAccount },
): StaffWriteCase {
  return { name, action, isOfAccount: true, ...of };
}

export function onRecord(name: string, action: string, prepare: Prepare): StaffWriteCase {
  return { name, action, isOfAccount: false, prepare };
}

export async function withBody(body: object): Promise<StaffWrite> {
  return { body };
}

export function ofPlayer(write: (accountId: number) => StaffWrite): OfAccount {
  return async (shop) => {
    const { id: accountId } = await createSignedInPlayer(shop);
    return { ...write(accountId), accountId };
  };
}

/** An existing record, and an edit of it. */
export function ofCreated(path: string, idName: string, written: object, changes?: object): Prepare {
  return async (shop) => {
    const id = (await asOwner(shop, path, written))[idName] ?? 0;
    return { id, ...(changes && { body: { ...written, ...changes } }) };
  };
}

export async function asOwner(shop: Shop, path: string, body: object): Promise<Record<string, number>> {
  const { token } = await createOwner(shop);
  const response = await shop.call('POST', `/admin/${path}`, { token, body });
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.body}`);
  return response.json();
}

let year = 2050;

/** It overlaps with no other season. */
export function anotherSeason() {
  year += 1;
  return { name: `Of ${year}`, startsAt: `${year}-01-01 00:00:00`, endsAt: `${year}-12-01 00:00:00` };
}
