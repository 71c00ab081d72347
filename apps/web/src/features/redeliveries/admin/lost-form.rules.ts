import type { PartInput } from '@waygate/contract/endpoint';
import type { previewRedelivery } from '@waygate/contract/redeliveries/redeliveries.endpoints';
import type { RedeliveryMode, RedeliveryScope } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { SCOPES } from './redelivery-labels.ts';

/** What the form holds: the mode is unanswered at first, because the wrong one doubles items. */
export type LostFields = {
  mode: RedeliveryMode | '';
  scope: RedeliveryScope;
  target: string;
  /** The id of a game server; empty: every one. */
  server: string;
  since: string;
};

export type LostErrors = Partial<Record<keyof LostFields, string>>;

/** A question for the preview. */
export type LostQuery = PartInput<typeof previewRedelivery, 'query'>;

export const EMPTY_FIELDS: LostFields = { mode: '', scope: 'everything', target: '', server: '', since: '' };

const ID = /^[1-9]\d{0,9}$/;

/** The preview's question, or what is wrong with the fields. */
export function lostQueryOf(
  { mode, scope, target, server, since }: LostFields,
  now: Date,
): { query: LostQuery } | { errors: LostErrors } {
  const { picked } = SCOPES[scope];
  const id = target.trim();
  const errors: LostErrors = {
    ...(mode === '' && { mode: 'Please say what happened to the game.' }),
    ...(picked !== undefined &&
      !ID.test(id) && { target: `Choose the ${picked.toLowerCase()}, or give its number.` }),
    ...(since !== '' && new Date(since) > now && { since: 'This time is yet to come.' }),
  };
  if (mode === '' || Object.keys(errors).length > 0) return { errors };
  return {
    query: {
      mode,
      scope,
      ...(picked !== undefined && { target: id }),
      ...(server !== '' && { server }),
      ...(since !== '' && { since }),
    },
  };
}
