import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { IncidentRow } from './messages.queries.ts';

/** Discord's limit for a message. Source: https://discord.com/developers/docs/resources/webhook#execute-webhook */
const WEBHOOK_LENGTH = 2000;
const TITLE_LENGTH = 150;

export type MessageText = { title: string; paragraphs: string[] };

/** What an alert is called. One of another version has the words of its name: 'Orders in review' for `orders_in_review`. */
export function titleOf(alert: string, condition: AlertCondition | undefined): string {
  if (condition) return condition.title;
  const words = alert.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** What an incident is about. An alert of another version is named. */
export function sentenceOf(
  { alert, cases, detail }: Pick<IncidentRow, 'alert' | 'cases' | 'detail'>,
  condition: AlertCondition | undefined,
): string {
  return condition ? condition.describe(cases, detail) : `${titleOf(alert, undefined)}.`;
}

export function raisedText(incident: IncidentRow, condition: AlertCondition | undefined): MessageText {
  const sentence = sentenceOf(incident, condition);
  return {
    title: titled('Alert', sentence),
    paragraphs: [
      sentence,
      ...(condition ? [condition.advice] : []),
      `Since ${timeText(incident.since)}. You get another message when it's over.`,
    ],
  };
}

export function clearedText(incident: IncidentRow, condition: AlertCondition | undefined): MessageText {
  const sentence = sentenceOf(incident, condition);
  const until = incident.clearedAt ?? incident.since;
  return {
    title: titled('Resolved', sentence),
    paragraphs: [
      `This alert is over: ${sentence}`,
      `It was reported at ${timeText(incident.openedAt)} and lasted until ${timeText(until)}.`,
    ],
  };
}

export function testText(): MessageText {
  return {
    title: 'Test alert',
    paragraphs: [
      'An owner sent this to see whether alerts arrive. Nothing is wrong.',
      'Real alerts come when something needs attention, and once more when it is over.',
    ],
  };
}

/** As a webhook shows it, with the address of the page where it is dealt with. */
export function webhookContent(
  { title, paragraphs }: MessageText,
  { brandName, url }: { brandName: string; url: string },
): string {
  const head = `**${escaped(brandName)}: ${escaped(title)}**`;
  // The first paragraph of an alert repeats its title.
  const rest = paragraphs.filter((paragraph) => !title.endsWith(withoutStop(paragraph))).map(escaped);
  const lines = [head, ...rest].join('\n');
  const most = WEBHOOK_LENGTH - url.length - 2;
  const text = lines.length <= most ? lines : `${lines.slice(0, most - 1).toWellFormed()}…`;
  return `${text}\n${url}`;
}

/** Names in a text must not become bold text or links. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|<>[\]#]/g, '\\$&');
}

/** A mail's subject. */
function titled(kind: string, sentence: string): string {
  const title = `${kind}: ${withoutStop(sentence)}`;
  return title.length <= TITLE_LENGTH ? title : `${title.slice(0, TITLE_LENGTH - 1).toWellFormed()}…`;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function timeText(at: Date): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${time.format(at)} UTC`;
}
