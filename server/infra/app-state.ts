import type { App } from '../app.ts'

/** State in memory that each app has for itself, made when it is first asked for: one process may run several. */
export function appState<State extends object>(make: (app: App) => State): (app: App) => State {
  const states = new WeakMap<App, State>()
  return (app) => {
    const state = states.get(app) ?? make(app)
    states.set(app, state)
    return state
  }
}
