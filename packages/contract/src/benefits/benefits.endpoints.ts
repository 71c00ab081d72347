import * as z from 'zod/mini';
import { messageSchema } from '../accounts/accounts.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_AND_SORT } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  accountBenefitSchema,
  benefitListSchema,
  benefitRemovalSchema,
  benefitUpdateSchema,
  newBenefitSchema,
} from './benefits.schemas.ts';

export const listBenefits = endpoint({
  method: 'GET',
  path: '/admin/userBenefits',
  access: { section: 'benefits' },
  summary: 'Benefits of accounts, searched by account id or benefit id.',
  query: z.object({
    ...listQuery(['accountDBID', 'benefitId', 'availableUntil']),
    account: z.optional(idParam),
    state: z.optional(z.enum(['active', 'ended'], 'A benefit is active or has ended.')),
  }),
  response: benefitListSchema,
});

export const exportBenefits = endpoint({
  method: 'GET',
  path: '/admin/userBenefits/export',
  access: { section: 'benefits' },
  sudo: true,
  summary: 'Benefits as the list finds them, by account, as CSV. One export at a time.',
  query: z.omit(listBenefits.query, PAGE_AND_SORT),
  response: 'csv',
});

export const createBenefit = endpoint({
  method: 'POST',
  path: '/admin/createBenefit',
  access: { section: 'benefits' },
  sudo: true,
  summary: 'Grant an account a benefit until a time and deliver it to the game.',
  body: newBenefitSchema,
  response: messageSchema,
});

export const updateBenefit = endpoint({
  method: 'PUT',
  path: '/admin/userBenefits/:accountDBID',
  access: { section: 'benefits' },
  sudo: true,
  summary: "Change until when an account's benefit lasts.",
  params: z.object({ accountDBID: idParam }),
  body: benefitUpdateSchema,
  response: messageSchema,
  conflict: accountBenefitSchema,
});

export const deleteBenefit = endpoint({
  method: 'POST',
  path: '/admin/deleteBenefit/:accountDBID',
  access: { section: 'benefits' },
  summary: 'Remove a benefit from an account and revoke it in the game.',
  params: z.object({ accountDBID: idParam }),
  body: benefitRemovalSchema,
  response: messageSchema,
});
