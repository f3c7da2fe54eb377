import { createEvent, createStore } from 'effector'

/**
 * A new version of the app. `ready`: it waits to be let in. `applying`: the page is about to be loaded anew.
 * `applied-elsewhere`: another tab let it in while something was being typed, or a file was in hand, here.
 */
export type Update = 'none' | 'ready' | 'later' | 'applying' | 'applied-elsewhere'

export const $update = createStore<Update>('none')
export const updateFound = createEvent()
export const updateAccepted = createEvent()
export const updatePutOff = createEvent()
export const updatedElsewhere = createEvent()

$update
  .on(updateFound, (update) => (update === 'none' || update === 'later' ? 'ready' : update))
  .on(updateAccepted, () => 'applying')
  .on(updatePutOff, () => 'later')
  .on(updatedElsewhere, (update) => (update === 'applying' ? update : 'applied-elsewhere'))
