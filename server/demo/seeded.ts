/**
 * Rows beside the settings, of which these are none. `SEEDED`: the demo is made, so that a restart never undoes changes in
 * it; its value is the time. `FILLED`: no money, picture or clip of it waits to be made any more.
 */
export const SEEDED = 'demo.seeded'
export const FILLED = 'demo.filled'
