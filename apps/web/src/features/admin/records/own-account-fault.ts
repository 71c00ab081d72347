import { OWN_ACCOUNT_MESSAGE } from '@waygate/contract/own-account';

/** What is wrong with a form that would give value to the own account. */
export const OWN_ACCOUNT_FAULT = {
  message: OWN_ACCOUNT_MESSAGE,
  fields: { accountDBID: OWN_ACCOUNT_MESSAGE },
};
