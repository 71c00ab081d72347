import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { failureText, gameResponseText } from './delivery-labels.ts';

type GameResponseProps = { delivery: Pick<AdminDelivery, 'attempts' | 'detail' | 'failure'> };

/** What the game said last and, of a failed delivery, what that means. */
export function GameResponse({ delivery }: GameResponseProps) {
  const failure = failureText(delivery);
  return (
    <>
      {gameResponseText(delivery)}
      {failure !== undefined && <div>{failure}</div>}
    </>
  );
}
