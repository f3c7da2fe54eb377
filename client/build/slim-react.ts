import type { Plugin } from 'vite'

/**
 * Functions of React DOM for features that the app does not use: view transitions, HTML that a server has rendered, and those
 * named below. Without these features React calls the functions without an effect, or never.
 */
const idle = [
  'applyViewTransitionToHostInstances',
  'commitAfterMutationEffectsOnFiber',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'measureNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'startViewTransition',
  'trackEnterViewTransitions',
  'attemptExplicitHydrationTarget',
  'attemptReplayContinuousQueuedEvent',
  'clearHydrationBoundary',
  'queueIfContinuousEvent',
  'retryIfBlockedOn',
  'updateDehydratedSuspenseComponent',
  'ReactDOMHydrationRoot',
  // Parts of pages that stay mounted while they are hidden, and lists of parts that appear in turn.
  'updateActivityComponent',
  'updateSuspenseListComponent',
  'cutOffTailIfNeeded',
  // State of forms that send themselves to a server.
  'mountActionState',
  'updateActionStateImpl',
  'dispatchActionState',
  'runActionStateAction',
  // Style sheets, scripts and preloads that React would put into the head.
  'getResource',
  'acquireResource',
  'insertStylesheetIntoRoot',
  'getHydratableHoistableCache',
  'preconnectAs',
  'preload',
  'preloadModule',
  'preinitModuleScript',
  'preinitScript',
  'preinitStyle',
  'preloadStylesheet',
  'suspendResource',
  // References to fragments.
  'validateDocumentPositionWithFiberTree',
  // Names of components for error reports, which name nothing in a minified app.
  'getStackByFiberInDevAndProd',
]

/** React reads this only to take over a server's HTML: with `createRoot` it stays false. */
const HYDRATING = /(?<![\w$.])isHydrating(?![\w$])(?!\s*(=(?!=)|\) \{))/g

const HYDRATE_ROOT = /\nexports\.hydrateRoot = [^]*?\n\};\n/

/**
 * Leaves unused features out of React DOM: 9 kB of each first visit. The build fails when React no longer has one of these
 * functions. `slim-react.test.ts` fails when the app uses one of the features.
 */
export function slimReact(): Plugin {
  return {
    name: 'vesper:slim-react',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler(code) {
        return { code: withoutIdle(code), map: null }
      },
    },
  }
}

/** Throws when one of the functions is missing. */
export function withoutIdle(code: string): string {
  const emptied = idle.reduce((text, name) => withoutBody(text, name), code)
  return emptied.replace(HYDRATE_ROOT, '\n').replaceAll(HYDRATING, '!1')
}

/** In React's files a function at the top ends with a brace at the beginning of a line. */
function withoutBody(code: string, name: string): string {
  const start = code.indexOf(`\nfunction ${name}(`)
  const end = code.indexOf('\n}\n', start)
  if (start < 0 || end < 0) throw new Error(`React DOM has no function ${name}: look at client/build/slim-react.ts.`)
  return `${code.slice(0, start)}\nfunction ${name}() {}\n${code.slice(end + 3)}`
}
