import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import type { EligibleChannel } from '#features/drops/sampling.rules.ts';
import type { TwitchStream } from '#platform/twitch/twitch-helix.ts';

export type StreamRule = 'title' | 'viewers';

export type UnmetChannel = EligibleChannel & { unmetRule: StreamRule };

/** Separates the streams that meet the rules of the season from those that don't. */
export function judgeStreams(
  channels: EligibleChannel[],
  rules: SeasonRules,
): { met: EligibleChannel[]; unmet: UnmetChannel[] } {
  const judged = channels.map((channel) => ({ channel, unmetRule: unmetRuleOf(channel.stream, rules) }));
  return {
    met: judged.flatMap(({ channel, unmetRule }) => (unmetRule === null ? [channel] : [])),
    unmet: judged.flatMap(({ channel, unmetRule }) =>
      unmetRule === null ? [] : [{ ...channel, unmetRule }],
    ),
  };
}

/** The first rule that the stream doesn't meet. */
export function unmetRuleOf(
  { title, tags, viewers }: Pick<TwitchStream, 'title' | 'tags' | 'viewers'>,
  { titleWord, minViewers }: Pick<SeasonRules, 'titleWord' | 'minViewers'>,
): StreamRule | null {
  const word = folded(titleWord);
  const isTagged = tags.some((tag) => folded(tag) === word.replace(/^#/, ''));
  if (word !== '' && !folded(title).includes(word) && !isTagged) return 'title';
  return minViewers !== null && viewers < minViewers ? 'viewers' : null;
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
