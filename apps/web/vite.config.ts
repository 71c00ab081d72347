import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild, command }) => ({
  // Otherwise the server's bundle would carry React's development build beside the real one.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [react()],
  appType: 'custom',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
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
        emptyOutDir: true,
      },
  ssr: { noExternal: true },
}));
