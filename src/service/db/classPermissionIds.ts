/** Permissions of classes and people share one range of IDs on the wire. Those of classes start here. */
const firstClassPermissionId = 1_000_000_000

export const toPermissionId = (rowId: number): number => firstClassPermissionId + rowId

/** Undefined for the permission of a person. */
export const toClassPermissionRowId = (permissionId: number): number | undefined =>
  permissionId > firstClassPermissionId ? permissionId - firstClassPermissionId : undefined
