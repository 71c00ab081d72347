import { PAGES } from '@waygate/contract/site/pages';
import { Link } from 'react-router';
import { Backdrop } from '#features/landing/Backdrop.tsx';
import { FeatureList } from '#features/landing/FeatureList.tsx';
import { type Scene, SCENES } from '#features/landing/scenes.ts';
import { useActiveScene } from '#features/landing/use-active-scene.ts';
import { scenePreloads } from '#features/page/page-meta.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './HomePage.module.css';

const LABELS: Record<Scene, string> = {
  welcome: 'Welcome',
  features: 'Features',
  start: 'Get started',
  community: 'Community',
};

const TITLE = 'gilded ornament';
const large = (look: 'primary' | 'secondary') => buttonClass(look, styles.large);

function HomePage() {
  const active = useActiveScene();
  return (
    <>
      <Backdrop active={active} />
      <Welcome />
      <section id="features" className={styles.section}>
        <div className={styles.wide}>
          <h2 className={TITLE}>A world worth your evenings</h2>
          <FeatureList />
        </div>
      </section>
      <GetStarted />
      <Community />
      <nav aria-label="Sections" className={styles.waypoints}>
        {SCENES.map((scene) => (
          <a key={scene} href={`#${scene}`} aria-current={scene === active || undefined}>
            <span>{LABELS[scene]}</span>
          </a>
        ))}
      </nav>
    </>
  );
}

function Welcome() {
  const { brandName } = useSite();
  return (
    <section id="welcome" className={classNames(styles.section, styles.welcome)}>
      <div className={styles.text}>
        <h1 className={TITLE}>
          <small>Welcome to</small> {brandName}
        </h1>
        <p className={styles.lead}>
          The action role-playing game you never quite left, on a private server that is free to play.
        </p>
        <p className={styles.actions}>
          <a href="#start" className={large('primary')}>
            Play for free
          </a>
          <a href="#features" className={large('secondary')}>
            What awaits you
          </a>
        </p>
      </div>
    </section>
  );
}

function GetStarted() {
  const { launcherHref } = useSite();
  return (
    <section id="start" className={styles.section}>
      <div className={styles.text}>
        <h2 className={TITLE}>Get started</h2>
        <p className={styles.lead}>
          Create your account, download the client, and step through the gate. Your first evening is minutes
          away.
        </p>
        <p className={styles.actions}>
          <Link to={paths.register} className={large('primary')}>
            Create Account
          </Link>
          <a href={launcherHref} download className={large('secondary')}>
            Download Client
          </a>
        </p>
      </div>
    </section>
  );
}

function Community() {
  const { communityUrl } = useSite();
  return (
    <section id="community" className={styles.section}>
      <div className={styles.text}>
        <h2 className={TITLE}>Community</h2>
        <p>
          Our game masters are players first: they answer questions, settle quarrels and walk the world beside
          you. In the chat community somebody is always awake, looking for one more blade or happy to help
          with your build.
        </p>
        <p>
          Seasonal events give you a reason to come back, and regular dungeon runs bring newcomers and
          veterans to the same boss. Come along once, and you will know half the realm by name.
        </p>
        <p className={styles.actions}>
          <a href={communityUrl} target="_blank" rel="noopener" className={large('secondary')}>
            Join the community <span className="visually-hidden">(opens in a new tab)</span>
          </a>
        </p>
      </div>
    </section>
  );
}

export const route = staticPage({
  meta: ({ brandName }) => ({
    title: PAGES.home.title,
    description: `${brandName} is a free private server for an online action role-playing game: frequent updates, stable servers, a fair world and cosmetics you earn by playing.`,
    preloadImages: scenePreloads('welcome'),
  }),
  Page: HomePage,
});
