import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** A page's own style sheet comes after the shared one, as it does when it is loaded later. */
const pageHeadLast: Plugin = {
  name: 'page-head-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<!--head-->', '').replace('</head>', '<!--head--></head>'),
  },
};

export default defineConfig(({ isSsrBuild, command }) => ({
  // Otherwise the server's bundle would carry React's development build beside the real one.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [react(), pageHeadLast],
  appType: 'custom',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        // As in the browser's build, or both would name the same picture differently.
        assetsInlineLimit: 0,
        rollupOptions: { input: 'src/app/entry-server.tsx' },
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
            // What every page needs comes in one file: split by use it is 3 kB larger, and no page loads less.
            codeSplitting: { groups: [{ name: 'shared', tags: ['$initial'], test: /./ }] },
          },
        },
        emptyOutDir: true,
      },
  // Bundled for production; while developing, Node loads CommonJS packages itself.
  ssr: command === 'build' ? { noExternal: true } : {},
}));
