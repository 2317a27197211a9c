import { Box, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconSelector } from '@tabler/icons-react'
import { useT } from '../../i18n/useT.ts'
import { ClassMenu } from '../lazyComponents.ts'
import bar from './Bar.module.css'
import styles from './Shell.module.css'
import { type Classes, classTitle, type KnownClass } from './useClasses.ts'
import { usePopoverButton } from './usePopoverButton.tsx'

type ClassSwitchProps = { classes: Classes; currentClass: KnownClass | undefined; position: 'rail' | 'phone' }

export function ClassSwitch({ classes, currentClass, position }: ClassSwitchProps) {
  const t = useT('shell')
  const popover = usePopoverButton(ClassMenu.preload)
  const titles = currentClass && !currentClass.isNameLoading ? classTitle(currentClass, t) : undefined
  const isLoading = classes.isLoading || currentClass?.isNameLoading
  const menu = popover.render(() => (
    <ClassMenu
      classes={classes.list}
      currentId={currentClass?.id}
      anchor={popover.anchor}
      close={popover.close}
    />
  ))
  if (position === 'phone') {
    return (
      <span className={bar.phoneClass}>
        <UnstyledButton
          aria-haspopup="menu"
          aria-label={titles?.title ?? t('switchClass')}
          {...popover.buttonProps}
        >
          {titles?.short ?? (isLoading ? <Skeleton width="1.25rem" /> : '–')}
        </UnstyledButton>
        <IconChevronDown aria-hidden />
        {menu}
      </span>
    )
  }
  return (
    <Box component="span" pos="relative" display="block">
      <UnstyledButton
        className={styles.railButton}
        px="sm"
        fw={600}
        aria-haspopup="menu"
        {...popover.buttonProps}
      >
        <span className={styles.badge} aria-hidden>
          {titles?.badge ?? (isLoading ? '' : '–')}
        </span>
        <span className={styles.name}>
          {titles?.title ?? (isLoading ? <Skeleton width="6rem" /> : t('noClass'))}
          {!titles && isLoading && <VisuallyHidden>{t('switchClass')}</VisuallyHidden>}
        </span>
        <IconSelector className={styles.selectorIcon} aria-hidden />
      </UnstyledButton>
      {menu}
    </Box>
  )
}
