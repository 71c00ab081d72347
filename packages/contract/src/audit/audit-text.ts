import { ACTION_TITLES } from '../actions/actions.schemas.ts';
import { STAFF_COIN_NAMES } from '../coins/coin-names.ts';

// What an entry of the audit log says, in words. Fields have their names in the API; staff read the names of the forms.

/** Field names that don't become words by themselves. */
const LABELS: Record<string, string> = {
  accountDBID: 'Account',
  accountId: 'Account',
  alt: 'Alternative text',
  agaiaClubExpiry: 'Club until',
  agaiaCoins: STAFF_COIN_NAMES.premium,
  astrumCoins: STAFF_COIN_NAMES.second,
  benefitId: 'Benefit',
  body: 'Text',
  cta: 'Button',
  date: 'Until',
  descriptionHtml: 'Description',
  endTime: 'Until',
  hasClaimedFounderPackage: 'Founder package',
  hasClaimedVeteranPackage: 'Veteran package',
  imageUrl: 'Picture',
  isStaffFactorRequired: 'Second factor asked of staff',
  ip: 'Address',
  isEmailConfirmed: 'E-mail confirmed',
  email: 'E-mail',
  itemId: 'Item',
  newName: 'Name on sale',
  newPrice: 'Price on sale',
  orderId: 'Order',
  paymentIntentId: 'Payment',
  permission: 'Rank',
  productId: 'Product',
  reviewReason: 'Reason of the review',
  saleEndDate: 'Sale ends',
  serverId: 'Game server',
  userName: 'Username',
  webMgt: 'Rights',
};

/** Amounts in euro. */
const EURO = new Set(['price', 'newPrice', 'refunded', 'amount', 'priceEuro', 'atLeast', 'atMost']);

/** Fields with the number of a record whose names don't say so. */
const IDS = new Set(['account', 'deliveries', 'product', 'server', 'staff', 'streamers', 'target']);

/** Until when something lasts: without a value, for good. */
const ENDS = new Set(['availableUntil', 'date', 'endTime']);

/** Fields whose values are codes. All others are shown as they were entered: a name may look like a code. */
const CODES = new Set([
  'action',
  'decision',
  'effect',
  'kind',
  'mode',
  'reviewReason',
  'rule',
  'scope',
  'state',
  'status',
  'storefront',
  'type',
]);

/** A field's name for people: `saleEndDate` is 'Sale ends', `isListed` is 'Listed'. */
export function auditFieldLabel(field: string): string {
  return LABELS[field] ?? asLabel(field.replace(/^(is|has)(?=[A-Z])/, ''));
}

/**
 * A field's value for people, without JSON.
 *
 * @param timeText writes a moment, given in ISO 8601, in the reader's zone
 */
export function auditValueText(field: string, value: unknown, timeText: (iso: string) => string): string {
  if (value === null && ENDS.has(field)) return 'no end';
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(field, value);
  if (typeof value === 'string') return textOf(field, value, timeText);
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one) => auditValueText(field, one, timeText)).join('; ');
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== undefined && inner !== '')
    .map(([name, inner]) => `${auditFieldLabel(name)}: ${auditValueText(name, inner, timeText)}`)
    .join(', ');
}

function numberText(field: string, value: number): string {
  if (EURO.has(field)) return `€${value.toFixed(2)}`;
  return isId(field) ? String(value) : value.toLocaleString('en');
}

function isId(field: string): boolean {
  return /^id$|(ID|Id)s?$/.test(field) || IDS.has(field);
}

function textOf(field: string, text: string, timeText: (iso: string) => string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return timeText(text);
  if (field === 'action' && text in ACTION_TITLES) return ACTION_TITLES[text as keyof typeof ACTION_TITLES];
  return CODES.has(field) && /^[a-z]+(_[a-z]+)+$/.test(text) ? asLabel(text) : text;
}

/** `saleEndDate` and `sale_end_date` are 'Sale end date'. */
function asLabel(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bids?\b/g, (id) => id.toUpperCase().replace('S', 's'))
    .replace(/ url$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
