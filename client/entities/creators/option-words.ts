import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CREATOR_OPTIONS } from '@vesper/sync/vesper/records/creator-details.ts'

type Option = keyof typeof CREATOR_OPTIONS
type Words<Value extends string> = { readonly [Each in Value]: MessageDescriptor }

export const optionLabels: Words<Option> = {
  gender: msg`Gender`,
  ageRange: msg`Age range`,
  bodyType: msg`Body type`,
  ethnicity: msg`Ethnicity`,
  hair: msg`Hair colour`,
  eyes: msg`Eye colour`,
  orientation: msg`Orientation`,
}

/** The words of the values of each option list. */
export const optionWords: { readonly [Each in Option]: Words<(typeof CREATOR_OPTIONS)[Each][number]> } = {
  gender: {
    male: msg({ message: 'Male', context: 'gender' }),
    female: msg({ message: 'Female', context: 'gender' }),
    transgender: msg({ message: 'Transgender', context: 'gender' }),
    'non-binary': msg({ message: 'Non-binary', context: 'gender' }),
  },
  ageRange: {
    '18_24': msg`18 to 24`,
    '25_34': msg`25 to 34`,
    '35_44': msg`35 to 44`,
    over_45: msg`45 and older`,
  },
  bodyType: {
    slim: msg({ message: 'Slim', context: 'body type' }),
    petite: msg({ message: 'Petite', context: 'body type' }),
    average: msg({ message: 'Average', context: 'body type' }),
    athletic: msg({ message: 'Athletic', context: 'body type' }),
    muscular: msg({ message: 'Muscular', context: 'body type' }),
    curvy: msg({ message: 'Curvy', context: 'body type' }),
    'plus-size': msg({ message: 'Plus size', context: 'body type' }),
  },
  ethnicity: {
    white: msg({ message: 'White', context: 'ethnicity' }),
    black: msg({ message: 'Black', context: 'ethnicity' }),
    asian: msg({ message: 'Asian', context: 'ethnicity' }),
    latino: msg({ message: 'Latino', context: 'ethnicity' }),
    'middle-eastern': msg({ message: 'Middle Eastern', context: 'ethnicity' }),
    'native-indigenous': msg({ message: 'Native or indigenous', context: 'ethnicity' }),
    'mixed-race': msg({ message: 'Mixed', context: 'ethnicity' }),
  },
  hair: {
    black: msg({ message: 'Black', context: 'hair' }),
    brown: msg({ message: 'Brown', context: 'hair' }),
    blonde: msg({ message: 'Blonde', context: 'hair' }),
    red: msg({ message: 'Red', context: 'hair' }),
    auburn: msg({ message: 'Auburn', context: 'hair' }),
    gray: msg({ message: 'Grey', context: 'hair' }),
    white: msg({ message: 'White', context: 'hair' }),
    colored: msg({ message: 'Coloured', context: 'hair' }),
    bald: msg({ message: 'Bald', context: 'hair' }),
  },
  eyes: {
    blue: msg({ message: 'Blue', context: 'eyes' }),
    brown: msg({ message: 'Brown', context: 'eyes' }),
    green: msg({ message: 'Green', context: 'eyes' }),
    amber: msg({ message: 'Amber', context: 'eyes' }),
    gray: msg({ message: 'Grey', context: 'eyes' }),
    hazel: msg({ message: 'Hazel', context: 'eyes' }),
    black: msg({ message: 'Black', context: 'eyes' }),
    unique: msg({ message: 'Unique', context: 'eyes' }),
  },
  orientation: {
    heterosexual: msg({ message: 'Heterosexual', context: 'orientation' }),
    bisexual: msg({ message: 'Bisexual', context: 'orientation' }),
    lesbian: msg({ message: 'Lesbian', context: 'orientation' }),
    gay: msg({ message: 'Gay', context: 'orientation' }),
  },
}
