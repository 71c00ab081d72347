import { chooseDeliveryCharacter } from '@waygate/contract/deliveries/deliveries.endpoints';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { characterText } from '#features/game-servers/target.rules.ts';
import { TargetSelect } from '#features/game-servers/TargetSelect.tsx';
import { Button } from '#ui/Button.tsx';
import styles from './AwaitingDeliveries.module.css';
import { type AwaitingGroup, awaitingText, contentTexts } from './awaiting-deliveries.rules.ts';

type AwaitingFormProps = {
  group: AwaitingGroup;
  hasServers: boolean;
  /** With the name of the character. */
  onChosen: (name: string) => void;
  /** Called when it no longer waits, or the character is gone too. */
  onStale: () => void;
};

/** Asks which character gets what waits for one that is gone. */
export function AwaitingForm({ group, hasServers, onChosen, onStale }: AwaitingFormProps) {
  const { deliveries, characters, serverName } = group;
  return (
    <div className={styles.group}>
      <p className={styles.reason}>
        <TriangleAlert aria-hidden size={18} /> {awaitingText(group, hasServers)}
      </p>
      <ul className={styles.contents}>
        {contentTexts(deliveries).map((text, index) => (
          // The same item may wait twice; the list never changes its order.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <li key={index}>{text}</li>
        ))}
      </ul>
      {characters.length === 0 ? (
        <p>
          You have no character there yet. Create one in the game{hasServers && ` on ${serverName}`}, and come
          back in a few minutes.
        </p>
      ) : (
        <ChoiceForm
          deliveryId={deliveries[0]?.deliveryId}
          characters={characters}
          onChosen={onChosen}
          onStale={onStale}
        />
      )}
    </div>
  );
}

type ChoiceFormProps = Pick<AwaitingFormProps, 'onChosen' | 'onStale'> &
  Pick<AwaitingGroup, 'characters'> & { deliveryId: number | undefined };

function ChoiceForm({ deliveryId, characters, onChosen, onStale }: ChoiceFormProps) {
  const [characterId, setCharacterId] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const choose = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const character = characters.find((known) => known.characterId === characterId);
    if (!character) {
      setError('Please choose a character.');
      return;
    }
    setIsBusy(true);
    setError(undefined);
    try {
      await call(chooseDeliveryCharacter, { params: { id: String(deliveryId) }, body: { characterId } });
      onChosen(character.name);
    } catch (failure) {
      setError(messageOf(failure, "This couldn't be sent. Please try again."));
      if (failure instanceof ApiError && failure.status < 500) onStale();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.choice} noValidate onSubmit={(event) => void choose(event)}>
      <div className={styles.character}>
        <TargetSelect
          label="Character"
          name="characterId"
          placeholder="Choose a character"
          value={characterId}
          error={error}
          options={characters.map((character) => ({
            value: character.characterId,
            text: characterText(character),
          }))}
          onChange={(chosen) => {
            setCharacterId(chosen);
            setError(undefined);
          }}
        />
      </div>
      <Button type="submit" isBusy={isBusy}>
        Send it there
      </Button>
    </form>
  );
}
