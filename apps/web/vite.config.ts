import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { namePageFiles } from './page-files.ts';

/** The code can wait for pictures and fonts, because the page is rendered already. */
const seenBeforeRun: Plugin = {
  name: 'seen-before-run',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
  },
};

export default defineConfig(({ isSsrBuild, command }) => ({
  // Otherwise the server's bundle would carry React's development build beside the real one.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [react(), seenBeforeRun, ...(isSsrBuild || command === 'serve' ? [namePageFiles()] : [])],
  appType: 'custom',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        // As in the browser's build, or both would name the same picture differently.
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'src/app/entry-server.tsx' },
        copyPublicDir: false,
        emptyOutDir: true,
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2023',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            // Split by use alone, a page would wait for a dozen small files, one round trip after another.
            codeSplitting: {
              groups: [
                // What every page needs.
                { name: 'shared', tags: ['$initial'], test: /./ },
                // What the landing page needs of them.
                {
                  name: 'text',
                  test: /src[\\/](ui[\\/](LocalDate|LocalTime|OptionalImage|time-text|texts[\\/](count-text|english-texts)|timers[\\/](use-timers|poll))|api[\\/]load-part|features[\\/]shop[\\/]sale[\\/]sale-countdown\.rules)\.tsx?$/,
                },
                // And what its later parts need of what pages share.
                {
                  name: 'pictures',
                  test: /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](calendar-days|chevron-right|newspaper)|web[\\/]src[\\/](api[\\/]media-url|features[\\/](news[\\/]news-selection|seasons[\\/]minutes-text|shop[\\/]price-text))|contract[\\/]src[\\/](endpoint|media[\\/]picture-widths)\.ts$/,
                },
                // The small pieces that most pages need. What only the admin area needs belongs in a folder below.
                { name: 'ui', test: /src[\\/]ui[\\/][^\\/]+$/ },
                { name: 'zod', test: /node_modules[\\/]zod|contract[\\/]src[\\/]text\.ts$/ },
                // What the shop and the profile know of games. Every page loads the names of all files that pages load.
                {
                  name: 'games',
                  test: /contract[\\/]src[\\/](deliveries|game-accounts|game-servers)[\\/](?!.*admin)/,
                },
                // What the sign-in page and the profile share, for the same reason.
                {
                  name: 'account-forms',
                  test: /features[\\/](sign-in[\\/](AccountForm|AuthPanel|FormField|FormLinks|ResetRequest|fault|form-context|password-reset|use-kept|use-origin)|sudo[\\/](sudo\.ts|SudoProvider))|web[\\/]src[\\/]api[\\/]use-submit/,
                },
                // What orders and the game's choices share with the shop.
                {
                  name: 'gifts',
                  test: /features[\\/](shop[\\/](GiftPicture|catalogue\.rules|storefront-texts)|game-servers[\\/]target\.rules)|web[\\/]src[\\/]api[\\/]web-address|contract[\\/]src[\\/]products[\\/](grant-text|default-category)/,
                },
                // Icons that the shop shares with other pages, so that these don't load the shop.
                {
                  name: 'icons',
                  test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|clock|coins|crown|gem|gift|log-in|package|swords)\./,
                },
                // The products' editor has them as well.
                { name: 'category-icons', test: /features[\\/]shop[\\/]category-icons\.ts$/ },
                { name: 'shop', test: /features[\\/]shop[\\/](Storefront|StorefrontSkeleton)\.tsx$/ },
              ],
            },
          },
        },
        emptyOutDir: true,
      },
  // Bundled for production; while developing, Node loads CommonJS packages itself.
  ssr: command === 'build' ? { noExternal: true } : {},
}));
