package proof

func (r *run) resume() error { return nil }
func (r *run) save() error   { return nil }
func (r *run) forget() error { return nil }
