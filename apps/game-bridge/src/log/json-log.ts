import type { BridgeEvent, Log } from './events.ts';

type Fields = Record<string, string | number | boolean | null | undefined>;

/** One JSON line for each event. `secrets` never appear in it, whatever a message quotes. */
export function createJsonLog(write: (line: string) => void, secrets: readonly string[]): Log {
  const redact = createRedaction(secrets);
  return (event) => {
    const { level = 'info', ...fields } = fieldsOf(event);
    write(redact(JSON.stringify({ time: new Date().toISOString(), level, event: event.event, ...fields })));
  };
}

/** Replaces secrets in a text, as they are and as JSON and addresses write them. */
export function createRedaction(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .flatMap((secret) =>
      secret.length > 2 ? [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)] : [],
    )
    .toSorted((one, other) => other.length - one.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

function fieldsOf(event: BridgeEvent): Fields {
  switch (event.event) {
    case 'delivery': {
      const { delivery, answer, ms } = event;
      const { id, idempotencyKey: key, effect, accountDBID, characterId, kind, itemId, quantity } = delivery;
      const why = 'why' in answer ? { why: answer.why, problem: answer.problem } : {};
      const level = answer.is === 'applied' || answer.is === 'duplicate' ? 'info' : 'warn';
      const target = { accountDBID, characterId: characterId ?? undefined };
      return { level, id, key, effect, ...target, kind, itemId, quantity, result: answer.is, ...why, ms };
    }
    case 'account': {
      const { id, kind, accountDBID, login, outcome } = event;
      const why = 'why' in outcome ? outcome.why : undefined;
      return {
        level: outcome.is === 'done' ? 'info' : 'warn',
        id,
        kind,
        accountDBID,
        login,
        result: outcome.is,
        why,
      };
    }
    case 'delivery_refused':
    case 'portal_away':
    case 'game_away':
    case 'clock':
    case 'warning': {
      const { event: _, ...fields } = event;
      return { level: 'warn', ...fields };
    }
    case 'started':
    case 'stopped':
    case 'portal_back':
    case 'game_back':
    case 'reported':
    case 'unsupported': {
      const { event: _, ...fields } = event;
      return fields;
    }
  }
}
