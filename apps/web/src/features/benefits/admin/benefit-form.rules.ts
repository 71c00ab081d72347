import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import type { Fault } from '#features/admin/records/use-form.ts';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { serverTime } from '#features/admin/records/server-time.ts';

/** Values as typed. `availableUntil` is ISO 8601, '' for none. */
export type BenefitForm = {
  accountDBID: string;
  benefitId: string;
  availableUntil: string;
  reason: string;
};

export const EMPTY_BENEFIT: BenefitForm = {
  accountDBID: '',
  benefitId: '',
  availableUntil: '',
  reason: '',
};

export function benefitFormOf({ accountDBID, benefitId, availableUntil }: AccountBenefit): BenefitForm {
  return { accountDBID: String(accountDBID), benefitId: String(benefitId), availableUntil, reason: '' };
}

const MISSING: Record<keyof BenefitForm, string> = {
  accountDBID: 'Please give the account.',
  benefitId: 'Please give the benefit.',
  availableUntil: 'Please give a date and a time.',
  reason: 'Please give a reason.',
};

const NO_ID = 'An id is a whole number from 1 to 2147483647.';

/** Why the form can't be sent; undefined when it can. */
export function findBenefitFault(form: BenefitForm): Fault | undefined {
  const missing = entriesOf(form).filter(([, value]) => value.trim() === '');
  if (missing.length > 0)
    return {
      message: 'All fields are required.',
      fields: Object.fromEntries(missing.map(([name]) => [name, MISSING[name]])),
    };
  const wrong = (['accountDBID', 'benefitId'] as const).filter((name) => idOf(form[name]) === undefined);
  if (wrong.length === 0) return shortReason(form);
  return { message: NO_ID, fields: Object.fromEntries(wrong.map((name) => [name, NO_ID])) };
}

function shortReason({ reason }: BenefitForm): Fault | undefined {
  const message = reasonFault(reason);
  return message ? { message, fields: { reason: message } } : undefined;
}

/** A valid form as the request body. */
export function newBenefitOf(form: BenefitForm) {
  return {
    accountDBID: idOf(form.accountDBID) ?? 0,
    benefitId: idOf(form.benefitId) ?? 0,
    availableUntil: serverTime(form.availableUntil) ?? '',
    reason: inOneLine(form.reason),
  };
}

/** The request body for an existing benefit: only its end can change. */
export function benefitUpdateOf({ benefitId, availableUntil, reason }: BenefitForm, revision: number) {
  const date = serverTime(availableUntil) ?? '';
  return { benefitId: idOf(benefitId) ?? 0, date, reason: inOneLine(reason), revision };
}

/** The typed id; undefined when it is invalid. */
function idOf(text: string): number | undefined {
  const id = Number(text.trim());
  return /^[1-9]\d{0,9}$/.test(text.trim()) && id <= 2_147_483_647 ? id : undefined;
}

function entriesOf(form: BenefitForm) {
  // The form's own names.
  return Object.entries(form) as [keyof BenefitForm, string][];
}
