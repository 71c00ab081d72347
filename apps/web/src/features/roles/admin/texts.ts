/** '1 account', '3 accounts'. */
export function accountsText(count: number): string {
  return count === 1 ? '1 account' : `${count} accounts`;
}
