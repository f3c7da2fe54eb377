import { Migration } from '@mikro-orm/migrations'

export class Migration20261126113600_asset_reports extends Migration {
  override name = 'Migration20261126113600_asset_reports'

  override up(): void | Promise<void> {
    this.takeTypes(`'feed', 'message', 'performer', 'user', 'gallery', 'photo', 'video', 'product'`)
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "report" where "object_type" in ('gallery', 'photo', 'video', 'product');`)
    this.takeTypes(`'feed', 'message', 'performer', 'user'`)
  }

  private takeTypes(types: string): void {
    this.addSql(`alter table "report" drop constraint "report_object_type_check";`)
    this.addSql(
      `alter table "report" add constraint "report_object_type_check" check ("object_type" in (${types}));`,
    )
  }
}
