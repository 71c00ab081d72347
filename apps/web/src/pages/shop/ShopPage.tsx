import { PAGES } from '@waygate/contract/site/pages';
import { ShoppingBag } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { NewestOrder } from '#features/orders/NewestOrder.tsx';
import { scenePreloads } from '#features/page/page-meta.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { openShop } from '#features/shop/storefront-overlay.ts';
import { SHOP_CLOSED } from '#features/shop/storefront-texts.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Scene } from '#ui/Scene.tsx';
import styles from './ShopPage.module.css';

const CART_KEY = 'cart';
const PICTURE = 'community';

type Outcome = 'success' | 'cancel' | 'none';

const TEXTS: Record<Outcome, { title: string; text: string }> = {
  success: {
    title: 'Payment Successful',
    text: 'Thank you for your purchase. Your items will be delivered to your account shortly.',
  },
  cancel: {
    title: 'Payment Canceled',
    text: 'Nothing was charged. The item is still in the shop.',
  },
  none: { title: 'Shop', text: 'Coins, cosmetics and packages for your account, delivered into the game.' },
};

/** The page the hosted checkout returns to. */
function ShopPage() {
  const outcome = useOutcome();
  const session = useSession();
  useEffect(() => {
    if (outcome === 'success') forgetCart();
  }, [outcome]);
  const { shop: isOpen } = useSite().features;
  const { title, text } = TEXTS[outcome];
  return (
    <Scene picture={PICTURE}>
      <div key={outcome} className={styles.panel}>
        <h1>{title}</h1>
        <p>{outcome === 'none' && !isOpen ? SHOP_CLOSED : text}</p>
        {outcome === 'success' && session && <NewestOrder key={session.accessToken} />}
        <div className={styles.nextSteps}>
          <NextSteps isPaidFor={outcome === 'success'} />
        </div>
      </div>
    </Scene>
  );
}

/** Links to what comes next, the likeliest first. */
function NextSteps({ isPaidFor }: { isPaidFor: boolean }) {
  const shop = (
    <Button key="shop" look={isPaidFor ? 'secondary' : 'primary'} onClick={openShop} aria-haspopup="dialog">
      <ShoppingBag aria-hidden size={18} /> Open the shop
    </Button>
  );
  const profile = (
    <Link key="profile" to={paths.profile} className={buttonClass(isPaidFor ? 'primary' : 'secondary')}>
      Go to your profile
    </Link>
  );
  return (
    <>
      {isPaidFor ? [profile, shop] : [shop, profile]}
      <Link to={paths.home} className={buttonClass('quiet')}>
        Go to the home page
      </Link>
    </>
  );
}

/** The outcome in the address, which proves nothing. */
function useOutcome(): Outcome {
  const { search } = useLocation();
  const payment = new URLSearchParams(search).get('payment');
  return payment === 'success' || payment === 'cancel' ? payment : 'none';
}

function forgetCart(): void {
  try {
    localStorage.removeItem(CART_KEY);
  } catch {
    // Storage is disabled in this browser, so there is no cart either.
  }
}

export const route = staticPage({
  meta: ({ brandName }) => ({
    title: PAGES.shop.title,
    description: `The shop of ${brandName}.`,
    preloadImages: scenePreloads(PICTURE),
  }),
  Page: ShopPage,
});
