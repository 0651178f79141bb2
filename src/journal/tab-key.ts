/** Under which name a tab keeps its id, for as long as it lives. */
export const TAB_KEY = "app_tab"
