/** Without space around it, and with line breaks as spaces: lists and sentences show it in one line. */
export function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
