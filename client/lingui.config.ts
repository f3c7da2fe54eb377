import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { sentenceSources, serverSentences } from './build/server-sentences.ts'

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

const apart = ['**/*.test.*', '**/node_modules/**', '**/dist/**']

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ar'],
  fallbackLocales: { default: 'en' },
  extractors: [serverSentences, babelExtractor],
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/locales/{locale}/entry', include: entry, exclude: [...apart, ...pages] },
    { path: '<rootDir>/locales/{locale}/pages', include: pages, exclude: apart },
    // The app is written in English, so devices load these only in another language.
    { path: '<rootDir>/locales/{locale}/server', include: sentenceSources, exclude: apart },
    {
      path: '<rootDir>/locales/{locale}/app',
      include: ['<rootDir>/features', '<rootDir>/routes', '<rootDir>/*.ts', '<rootDir>/*.tsx'],
      exclude: [...apart, ...[...entry, ...pages].flatMap((path) => [path, `${path}/**`])],
    },
  ],
})
