import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { periodQuery } from '../lists.ts';
import { idParam, limitQuery } from '../text.ts';
import {
  noteInputSchema,
  noteSchema,
  playerSchema,
  SHARED_ACCOUNTS_LIMIT,
  sharedAccountsSchema,
  sharedAddressSchema,
  TIMELINE_LIMIT,
  timelineKindsQuery,
  timelinePlace,
  timelineSchema,
} from './players.schemas.ts';

// Every part of a player's page is for staff for accounts; the parts of other sections are left out without these.
const access = { section: 'users' } as const;
const params = z.object({ id: idParam });

export const getPlayer = endpoint({
  method: 'GET',
  path: '/admin/users/:id/player',
  access,
  summary:
    'What belongs to a player. Parts the viewer may not see are null: characters, Twitch and payments need their sections; shared address and notes need the right to edit the account. Notes about the viewer are only for owners.',
  params,
  response: playerSchema,
});

export const getSharedAddress = endpoint({
  method: 'GET',
  path: '/admin/users/:id/shared-address',
  access,
  summary:
    "Other accounts that were last at the account's last address. 403 for accounts that the viewer may not edit.",
  params,
  response: sharedAddressSchema,
});

export const listSharedAccounts = endpoint({
  method: 'GET',
  path: '/admin/users/:id/shared-address/accounts',
  access,
  summary:
    "Every other account that was last at the account's last address, newest first, without accounts that the viewer may not edit. 403 for accounts that the viewer may not edit.",
  params,
  query: z.object({ limit: limitQuery(SHARED_ACCOUNTS_LIMIT), before: z.optional(idParam) }),
  response: sharedAccountsSchema,
});

export const getTimeline = endpoint({
  method: 'GET',
  path: '/admin/users/:id/timeline',
  access,
  summary:
    'What happened around an account, newest first. Orders and deliveries only with the section Orders. Staff actions only for accounts that the viewer may edit. Notes about the viewer only for owners.',
  params,
  query: z.object({
    kinds: z.optional(timelineKindsQuery),
    ...periodQuery,
    limit: limitQuery(TIMELINE_LIMIT),
    before: z.optional(timelinePlace),
  }),
  response: timelineSchema,
});

export const createNote = endpoint({
  method: 'POST',
  path: '/admin/users/:id/notes',
  access,
  summary:
    'Write a note about an account. It is never changed. A repeated request with the same requestId writes no second one.',
  limit: { by: 'account', points: 120, windowSeconds: 3600 },
  params,
  body: noteInputSchema,
  response: noteSchema,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/notes/:noteId',
  access,
  summary: 'Delete a note: its author, or an owner.',
  params: z.object({ id: idParam, noteId: idParam }),
  response: 'empty',
});
