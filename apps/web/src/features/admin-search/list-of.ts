/** The address of a list that shows what this text finds. */
export function listOf(path: string, search: string): string {
  return `${path}?${new URLSearchParams({ search })}`;
}
