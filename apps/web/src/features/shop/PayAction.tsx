import type { Product } from '@waygate/contract/products/products.schemas';
import { CreditCard, LogIn } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { isUnavailable, type Ownership } from './catalogue.rules.ts';
import styles from './PayAction.module.css';

type PayActionProps = {
  product: Product;
  ownership: Ownership;
  isDisabled: boolean;
  /** Whether it is the one golden button of its group, with an icon. */
  isMain?: boolean;
  /** Part of the address that leads back to the product after signing in. */
  hash?: string;
  onPay: () => void;
};

/** The button to the checkout, a sign-in link for visitors, or why there is no checkout. */
export function PayAction({
  product,
  ownership,
  isDisabled,
  isMain = false,
  hash = '',
  onPay,
}: PayActionProps) {
  const isSignedIn = useSession() !== null;
  const { pathname, search } = useLocation();
  const { shop: isSwitchedOn } = useSite().features;
  const obstacle = findObstacle(product, { ownership, isSwitchedOn });
  const name = product.newName || product.name;
  if (obstacle)
    return (
      <Button look="secondary" className={styles.action} disabled>
        {obstacle}
      </Button>
    );
  if (!isSignedIn)
    return (
      <Link
        to={paths.login}
        state={{ from: pathname + search + hash }}
        className={buttonClass(isMain ? 'primary' : 'secondary', styles.action)}
      >
        {isMain && <LogIn aria-hidden size={18} />}
        <span>
          Sign in to buy
          <span className="visually-hidden"> {name}</span>
        </span>
      </Link>
    );
  return (
    <Button
      look={ownership === 'owned' ? 'secondary' : 'primary'}
      className={styles.action}
      onClick={onPay}
      disabled={isDisabled}
    >
      {isMain && <CreditCard aria-hidden size={18} />}
      <span>
        Pay now
        <span className="visually-hidden"> for {name}</span>
      </span>
    </Button>
  );
}

function findObstacle(
  product: Product,
  { ownership, isSwitchedOn }: { ownership: Ownership; isSwitchedOn: boolean },
): string {
  if (product.stock === 0) return 'Sold out';
  if (ownership === 'spent') return 'Limit reached';
  if (isUnavailable(product)) return 'Not available right now';
  return isSwitchedOn ? '' : 'Payments are switched off';
}
