import { createEvent, createStore } from 'effector'

/**
 * A new version of the app. `ready`: it waits to be let in. `applying`: the page is about to be loaded anew.
 * `stuck`: it is not let in for long, which other tabs or the browser hold up; it goes on to be asked for.
 * `applied-elsewhere`: another tab let it in while something was being typed, or a file was in hand, here.
 */
export type Update = 'none' | 'ready' | 'later' | 'applying' | 'stuck' | 'applied-elsewhere'

export const $update = createStore<Update>('none')
export const updateFound = createEvent()
export const updateAccepted = createEvent()
export const updatePutOff = createEvent()
export const updateStuck = createEvent()
export const updatedElsewhere = createEvent()

$update
  .on(updateFound, (update) => (update === 'none' || update === 'later' ? 'ready' : update))
  .on(updateAccepted, () => 'applying')
  .on(updatePutOff, () => 'later')
  .on(updateStuck, (update) => (update === 'applying' ? 'stuck' : update))
  .on(updatedElsewhere, (update) => (update === 'applying' || update === 'stuck' ? update : 'applied-elsewhere'))
