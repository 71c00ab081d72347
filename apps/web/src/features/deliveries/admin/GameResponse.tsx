import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { problemForStaff } from '@waygate/contract/deliveries/problem-sentences';
import { LocalTime } from '#ui/LocalTime.tsx';
import { failureText, gameResponseText } from './delivery-labels.ts';

type GameResponseProps = {
  delivery: Pick<AdminDelivery, 'attempts' | 'detail' | 'failure'> &
    Partial<Pick<AdminDelivery, 'problem' | 'collectBy' | 'collectedAt'>>;
};

/** What the game said last, what that means, and what became of it in the mailbox. */
export function GameResponse({ delivery }: GameResponseProps) {
  const { problem = null, collectBy = null, collectedAt = null } = delivery;
  const failure = failureText(delivery);
  const isExplained =
    failure !== undefined || [problem, collectBy, collectedAt].some((said) => said !== null);
  const hasAnswered = delivery.attempts > 0 || delivery.detail !== null;
  return (
    <>
      {(hasAnswered || !isExplained) && gameResponseText(delivery)}
      {failure !== undefined && <div>{failure}</div>}
      {problem !== null && <div>{problemForStaff(problem)}</div>}
      {collectBy !== null && collectedAt === null && (
        <div>
          Destroyed by the game unless collected by <LocalTime value={collectBy} />
        </div>
      )}
      {collectedAt !== null && (
        <div>
          Collected <LocalTime value={collectedAt} />
        </div>
      )}
    </>
  );
}
