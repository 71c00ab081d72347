import { BlockList } from 'node:net';
import { mayEdit } from '@waygate/contract/permissions';
import { isOwner } from '@waygate/contract/ranks';
import {
  type AccountRow,
  type BanRow,
  type LastAddresses,
  selectLastAddresses,
} from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { forbidden, invalid } from '#platform/errors/app-error.ts';
import { networkOf, storableAddress } from '#platform/http/address.ts';
import { selectRankedAddresses } from './bans.queries.ts';

const NO_ADDRESS = 'This is not an IP address.';
const OWN_ADDRESS =
  "This address belongs to the portal's own networks: with it, everybody might be kept out.";
/** One sentence for both cases, so that a guess reveals nobody's address. */
const NOT_YOURS =
  'You cannot ban this address: the account was not last at it, or somebody with rights that you lack was. Ban the account without it, or ask an owner.';

/**
 * The address that a ban refuses in addition to the account. Staff may ban an address the account last used, unless
 * somebody with rights that they lack used it too; an owner may ban any but those of the portal's own networks.
 *
 * @param requested undefined: the account's last address; null: none
 * @returns no network when the address is one of the portal's own, which everybody behind the same proxy shares
 * @throws forbidden; invalid for an address of the portal's own networks
 */
export async function chooseBannedAddress(
  tx: Transaction,
  {
    viewer,
    account,
    requested,
  }: { viewer: Viewer; account: AccountRow; requested: string | null | undefined },
): Promise<Pick<BanRow, 'ip' | 'network'>> {
  const last = await selectLastAddresses(tx, account.id);
  const address = requested === undefined ? last.lastIp : requested;
  if (address === null) return { ip: null, network: null };
  const ip = storableAddress(address);
  if (ip === null) throw invalid(NO_ADDRESS, { ip: NO_ADDRESS });
  const network = networkOf(ip);
  const isOfAccount = isAt(last, network);
  if (!isOfAccount && !isOwner(viewer)) throw forbidden(NOT_YOURS);
  if (isOwnNetwork(network)) {
    if (!isOfAccount) throw invalid(OWN_ADDRESS, { ip: OWN_ADDRESS });
    return { ip, network: null };
  }
  if (await isOfSuperior(tx, viewer, network)) throw forbidden(NOT_YOURS);
  return { ip, network };
}

async function isOfSuperior(tx: Transaction, viewer: Viewer, network: string): Promise<boolean> {
  const ranked = await selectRankedAddresses(tx);
  return ranked.some((account) => !mayEdit(viewer, account) && isAt(account, network));
}

function isAt({ lastIp, lastLoginIp }: LastAddresses, network: string): boolean {
  return [lastIp, lastLoginIp].some((known) => known !== null && networkOf(known) === network);
}

/** Every request comes from these when the proxy in front of the portal forwards no client addresses. */
const OWN_NETWORKS = new BlockList();
OWN_NETWORKS.addSubnet('127.0.0.0', 8);
OWN_NETWORKS.addSubnet('10.0.0.0', 8);
OWN_NETWORKS.addSubnet('172.16.0.0', 12);
OWN_NETWORKS.addSubnet('192.168.0.0', 16);
OWN_NETWORKS.addSubnet('169.254.0.0', 16);
OWN_NETWORKS.addSubnet('100.64.0.0', 10);
// The network of ::1 and of IPv4-mapped IPv6 addresses.
OWN_NETWORKS.addAddress('::', 'ipv6');
OWN_NETWORKS.addSubnet('fc00::', 7, 'ipv6');
OWN_NETWORKS.addSubnet('fe80::', 10, 'ipv6');

/** @param network as `networkOf` names it */
export function isOwnNetwork(network: string): boolean {
  const address = network.replace(/\/64$/, '');
  return OWN_NETWORKS.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
