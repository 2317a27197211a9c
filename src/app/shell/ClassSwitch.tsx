import { Box, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconSelector } from '@tabler/icons-react'
import { useT } from '../../i18n/useT.ts'
import { ClassMenu } from '../lateParts.ts'
import bar from './Bar.module.css'
import styles from './Shell.module.css'
import { type Classes, classTitle, type KnownClass } from './useClasses.ts'
import { useFloat } from './useFloat.tsx'

type ClassSwitchProps = { classes: Classes; current: KnownClass | undefined; place: 'rail' | 'phone' }

/** Shows the current class, and a menu to switch to another one. */
export function ClassSwitch({ classes, current, place }: ClassSwitchProps) {
  const t = useT('shell')
  const float = useFloat(ClassMenu.fetchAhead)
  const words = current && !current.naming ? classTitle(current, t) : undefined
  const coming = classes.loading || current?.naming
  const menu = float.render(() => (
    <ClassMenu classes={classes.list} current={current?.id} anchor={float.anchor} close={float.close} />
  ))
  if (place === 'phone') {
    return (
      <span className={bar.phoneClass}>
        <UnstyledButton aria-haspopup="menu" aria-label={words?.title ?? t('switchClass')} {...float.button}>
          {words?.short ?? (coming ? <Skeleton width="1.25rem" /> : '–')}
        </UnstyledButton>
        <IconChevronDown aria-hidden />
        {menu}
      </span>
    )
  }
  return (
    <Box component="span" pos="relative" display="block">
      <UnstyledButton className={styles.railButton} px="sm" fw={600} aria-haspopup="menu" {...float.button}>
        <span className={styles.crest} aria-hidden>
          {words?.crest ?? (coming ? '' : '–')}
        </span>
        <span className={styles.name}>
          {words?.title ?? (coming ? <Skeleton width="6rem" /> : t('noClass'))}
          {!words && coming && <VisuallyHidden>{t('switchClass')}</VisuallyHidden>}
        </span>
        <IconSelector className={styles.updown} aria-hidden />
      </UnstyledButton>
      {menu}
    </Box>
  )
}
