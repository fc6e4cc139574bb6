/** Compliance classes in DAV: RFC 4918, its extensions and common private ones. Keys in lower case. */

import { wordTable } from "../word-table.ts";

export const davClasses = wordTable({
  "1": "The basic WebDAV functions.",
  "2": "Locks.",
  "3": "The revised WebDAV standard of 2007 (RFC 4918).",
  "access-control": "Access control lists.",
  addressbook: "Address books (CardDAV).",
  bind: "Several addresses for one resource.",
  "calendar-access": "Calendars (CalDAV).",
  "calendar-auto-schedule": "Invitations sent by the server.",
  "calendar-availability": "Published times of availability.",
  "calendar-managed-attachments": "Attachments kept by the server.",
  "calendar-no-timezone": "Calendar data without time zone definitions.",
  "calendar-proxy": "Calendars managed on behalf of others.",
  "calendar-schedule": "Invitations, by an early draft.",
  "calendarserver-sharing": "Shared calendars, as Apple does it.",
  "extended-mkcol": "Collections created with properties.",
  "ordered-collections": "Collections in an order that the client sets.",
  redirectrefs: "Redirect references.",
  "sync-collection": "Synchronization of collections.",
  "version-control": "Versions of resources.",
  "nextcloud-checksum-update": "Updates of checksums. A private class of Nextcloud.",
  "nc-calendar-search": "Calendar search. A private class of Nextcloud.",
  "oc-resource-sharing": "Sharing. A private class of ownCloud and Nextcloud.",
});
