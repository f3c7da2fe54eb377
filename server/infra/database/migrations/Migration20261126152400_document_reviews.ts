import { Migration } from '@mikro-orm/migrations'

/** Each identity document has the outcome of its review. */
export class Migration20261126152400_document_reviews extends Migration {
  override name = 'Migration20261126152400_document_reviews'

  override up(): void {
    this.addSql(`alter table "performer_document" add "status" text not null default 'submitted', add "reason" text null;`)
    this.addSql(
      `alter table "performer_document" add constraint "performer_document_status_check" check ("status" in ('submitted', 'approved', 'rejected'));`,
    )
    this.addSql(
      `update "performer_document" d set "status" = p."verification", "reason" = p."rejection_reason" from "performer" p where p."user_id" = d."user_id";`,
    )
  }

  override down(): void {
    this.addSql(`alter table "performer_document" drop column "status", drop column "reason";`)
  }
}
