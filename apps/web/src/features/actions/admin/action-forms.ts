import { ACTION_TITLES, type AccountActionInput } from '@waygate/contract/actions/actions.schemas';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { serverTime } from '#features/admin/records/server-time.ts';

type ActionId = keyof typeof ACTION_TITLES;

/** One quick action with its title, description and input fields. */
export type ActionForm = {
  action: ActionId;
  title: string;
  description: string;
  asksFor: { accountLabel: string; dateLabel: string } | { ipLabel: string };
};

export type ActionFields = { accountDBID: string; date: string; ip: string; reason: string };

export const EMPTY_FIELDS: ActionFields = { accountDBID: '', date: '', ip: '', reason: '' };

const PACK_FIELDS = { accountLabel: 'Account DBID', dateLabel: 'Expiry Date (optional)' };

/** The list of quick actions. */
export const ACTION_FORMS: ActionForm[] = [
  {
    ...named('GRANT_VETERAN_PACK'),
    description: "Gives an account the Veteran Package, in the game and on the player's profile.",
    asksFor: PACK_FIELDS,
  },
  {
    ...named('GRANT_FOUNDER_PACK'),
    description: "Gives an account the Founder Package, in the game and on the player's profile.",
    asksFor: PACK_FIELDS,
  },
  {
    ...named('GRANT_CONTENT_CREATOR_PACK'),
    description: "Gives an account the game's content creator pack.",
    asksFor: PACK_FIELDS,
  },
  {
    ...named('GRANT_STAFF_PACK'),
    description: "Gives an account the game's staff pack. It grants no rights on this site.",
    asksFor: PACK_FIELDS,
  },
  {
    ...named('GRANT_WEBAPP_RIGHT'),
    description: 'Lets a game server fetch deliveries from one more IP address. It also needs its token.',
    asksFor: { ipLabel: 'IP Address' },
  },
];

/** Those that grant an account a pack. */
export const PACK_FORMS = ACTION_FORMS.filter(({ asksFor }) => 'accountLabel' in asksFor);

function named(action: ActionId) {
  return { action, title: ACTION_TITLES[action] };
}

export type ActionFault = { message: string; fields: Partial<ActionFields> };

/** Why the form can't be sent; undefined when it can. */
export function findActionFault(
  { asksFor }: Pick<ActionForm, 'asksFor'>,
  { accountDBID, date, ip, reason }: ActionFields,
): ActionFault | undefined {
  if ('ipLabel' in asksFor) {
    if (ip.trim() !== '') return undefined;
    return {
      message: 'IP address is required.',
      fields: { ip: 'Please give the address of the game server.' },
    };
  }
  if (!/^[1-9]\d{0,9}$/.test(accountDBID.trim()))
    return {
      message: 'Account DBID is required.',
      fields: { accountDBID: 'Please give the number of the account.' },
    };
  const isDateOptional = /optional/i.test(asksFor.dateLabel);
  if (date === '' && !isDateOptional)
    return { message: 'Date is required.', fields: { date: 'Please give a date and a time.' } };
  const missing = reasonFault(reason);
  return missing ? { message: missing, fields: { reason: missing } } : undefined;
}

/** A valid form as the request body. */
export function actionRequestOf(
  { action }: Pick<ActionForm, 'action'>,
  { accountDBID, date, ip, reason }: ActionFields,
): AccountActionInput {
  if (action === 'GRANT_WEBAPP_RIGHT') return { action, ip: ip.trim() };
  return { action, accountDBID: Number(accountDBID), date: serverTime(date), reason: inOneLine(reason) };
}
