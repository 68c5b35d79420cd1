module example.com/people

go 1.21

require gorm.io/gorm v1.25.0
