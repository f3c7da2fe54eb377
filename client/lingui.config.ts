import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** What the login page shows: the one catalogue that is there before anything else, and has to be small. */
const entry = [
  'shell.tsx',
  'language-switch.tsx',
  'error-text.ts',
  'features/connection',
  'features/navigation/error-screen.tsx',
  'features/navigation/not-found-screen.tsx',
  'features/navigation/pending-screen.tsx',
  'features/navigation/public-layout.tsx',
  'features/session',
  'features/update',
  'routes/auth/login.tsx',
  'ui',
].map((path) => `<rootDir>/${path}`)

/** What single pages say that few open: large forms, the studio, the page of the device. */
const pages = [
  'account-screen.tsx',
  'address-form.tsx',
  'export-word.tsx',
  'register.ts',
  'stuck-notice.tsx',
  'features/account',
  'features/conversations/found-messages.tsx',
  'features/device',
  'features/password-reset',
  'features/preferences',
  'features/registration',
  'features/studio',
  'features/verification',
  'routes/auth/forgot.tsx',
  'routes/auth/register-creator.tsx',
  'routes/auth/register.tsx',
  'routes/auth/reset.tsx',
  'routes/auth/verify.tsx',
  'routes/creator/studio',
  'routes/device.tsx',
  'ui/file-field.tsx',
].map((path) => `<rootDir>/${path}`)

/** What the server and the shared schemas say: in English as they say it, so that only translations are ever loaded. */
const server = ['<rootDir>/server-texts.ts']

const apart = ['**/*.test.*', '**/node_modules/**', '**/dist/**']

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ar'],
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/locales/{locale}/entry', include: entry, exclude: [...apart, ...pages] },
    { path: '<rootDir>/locales/{locale}/pages', include: pages, exclude: apart },
    { path: '<rootDir>/locales/{locale}/server', include: server, exclude: apart },
    {
      path: '<rootDir>/locales/{locale}/app',
      include: ['<rootDir>/features', '<rootDir>/routes', '<rootDir>/*.ts', '<rootDir>/*.tsx'],
      exclude: [...apart, ...server, ...[...entry, ...pages].flatMap((path) => [path, `${path}/**`])],
    },
  ],
})
