import { CreditCard, LogIn } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';

type PayActionProps = {
  productName: string;
  isSoldOut: boolean;
  /** Whether no game server has its items. */
  isUnavailable: boolean;
  isDisabled: boolean;
  onPay: () => void;
};

/** The button to the checkout, a sign-in link for visitors, or why there is no checkout. */
export function PayAction({ productName, isSoldOut, isUnavailable, isDisabled, onPay }: PayActionProps) {
  const isSignedIn = useSession() !== null;
  const { pathname, search } = useLocation();
  const { shop: isSwitchedOn } = useSite().features;
  const obstacle = findObstacle({ isSoldOut, isUnavailable, isSwitchedOn });
  if (obstacle)
    return (
      <Button look="secondary" disabled>
        {obstacle}
      </Button>
    );
  if (!isSignedIn)
    return (
      <Link to={paths.login} state={{ from: pathname + search }} className={buttonClass('secondary')}>
        <LogIn aria-hidden size={18} />
        <span>
          Sign in to buy
          <span className="visually-hidden"> {productName}</span>
        </span>
      </Link>
    );
  return (
    <Button onClick={onPay} disabled={isDisabled}>
      <CreditCard aria-hidden size={18} />
      <span>
        Pay now
        <span className="visually-hidden"> for {productName}</span>
      </span>
    </Button>
  );
}

function findObstacle(state: { isSoldOut: boolean; isUnavailable: boolean; isSwitchedOn: boolean }): string {
  if (state.isSoldOut) return 'Sold out';
  if (state.isUnavailable) return 'Not available right now';
  return state.isSwitchedOn ? '' : 'Payments are switched off';
}
